"""How the weights of the trained players are made; see training/README.md for the commands."""
