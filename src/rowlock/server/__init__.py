"""The table for people far apart: sockets, a store that loses nothing, dice to verify.

`table` knows the game, `requests` what may be asked, `view` what may be seen; none of
them does any I/O. `hub` keeps tables in memory and tells their sockets, `app` is the
door, `store` the database. Nothing is imported here, because the parts of this room need
packages that only `pip install 'rowlock[server]'` brings.
"""
