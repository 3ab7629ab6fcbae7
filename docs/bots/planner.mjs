// A bot that plans both actions of its turn, and keeps the plan in between.
import { createInterface } from "node:readline";

let page; // what is printed on its sheet
let planned; // for the colour action of which turn, and what

// The row and the number of a cross such as R5 or *R5; a pass has neither.
const parts = (move) => [move.replace("*", "")[0], Number(move.replace(/^\D+/, ""))];

// Three points for a cross, less one for each cell that is used up.
function worth(ahead, move) {
  const [row, number] = parts(move);
  return move === "-" ? 0 : 2 - ahead[row].indexOf(number);
}

// What lies ahead, and how much is crossed, after a move.
function after({ ahead, crossed }, move) {
  const crosses = Object.fromEntries(Object.entries(crossed).map(([r, all]) => [r, all.length]));
  if (move === "-") return { ahead, crosses };
  const [row, number] = parts(move);
  const left = ahead[row].slice(ahead[row].indexOf(number) + 1);
  const locked = left.length < page.lock_cells;
  crosses[row] += 1;
  return { ahead: { ...ahead, [row]: locked ? [] : left }, crosses };
}

// What a white and a coloured die allow, in the order in which it would be listed.
function colourMoves({ whites, colours }, { ahead, crosses }) {
  const moves = [];
  for (const [colour, die] of Object.entries(colours))
    for (const sum of new Set(whites.map((white) => white + die)))
      for (const { row, cells } of page.rows) {
        const place = cells.findIndex((cell) => cell.number === sum && cell.colour === colour);
        if (place < 0 || !ahead[row].includes(sum)) continue;
        const locks = place >= cells.length - page.lock_cells;
        if (!locks || crosses[row] >= page.lock_needs) moves.push(`${row}${sum}`);
      }
  return moves;
}

function decide(asked) {
  const { seat, active, phase, turn, legal } = asked;
  const mine = asked.sheets[seat - 1];
  if (legal[0].startsWith("~")) return legal[0]; // of the rows of a tie, the first
  if (phase === "colour" || active !== seat) {
    // The plan may be gone: somebody has locked the row. And there may be none.
    const { move } = planned;
    if (phase === "colour" && planned.turn === turn && legal.includes(move)) return move;
    const value = (each) => (each === "-" ? asked.pass.points : worth(mine.ahead, each));
    return legal.reduce((best, each) => (value(each) > value(best) ? each : best));
  }
  let [best, most] = [legal.at(-1), -99];
  for (const move of legal) {
    const then = after(mine, move);
    for (const later of [...colourMoves(asked, then), "-"]) {
      const missed = move === "-" && later === "-";
      const value = missed ? page.miss_points : worth(mine.ahead, move) + worth(then.ahead, later);
      if (value > most) [best, most, planned] = [move, value, { turn, move: later }];
    }
  }
  return best;
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const answer = { id: asked.id };
  if (asked.type === "game") {
    page = asked.variant.pages[(asked.seat - 1) % asked.variant.pages.length];
    planned = { turn: 0 }; // the process lives on, so the plan of its last game must go
  }
  if (asked.type === "decide") answer.decision = decide(asked);
  if (asked.id) console.log(JSON.stringify(answer));
}
