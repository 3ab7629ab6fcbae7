"""`python -m training`: learn the weights of a variant."""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path

import numpy as np
import torch

from rowlock import find_variant
from rowlock.fast import compile_variant
from rowlock.fast.net import shape_of
from training.learning import Plan, learn, with_header
from training.network import Network


def main() -> None:
    """Learn, and write the weights."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("variant")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--start", type=Path)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    args = parser.parse_args()
    t = compile_variant(find_variant(args.variant))
    plan = Plan(args.seconds, games=4096 * args.threads, threads=args.threads, device=args.device, seed=args.seed, rate=args.rate)
    torch.set_num_threads(2)
    network = Network(shape_of(t))
    if args.start:
        network.load(np.load(args.start))
    if args.against:
        plan.against = with_header(np.load(args.against), 0, 1)
        plan.shares = {2: 1.0}
        plan.follows_from = 0.0
    begun = time.time()

    def keep(network: Network, games: int) -> None:
        np.save(args.out, network.weights())
        args.out.with_suffix(".json").write_text(json.dumps({"games": games, "seconds": time.time() - begun}))

    network, games = learn(t, plan, lambda line: print(line, flush=True), network, keep)
    keep(network, games)
    print(f"{games:,} games", flush=True)


main()
