// Verifies the dice of a record: node docs/verify.mjs FILE [--faces 8]
// A second reading of docs/fair-dice.md, written apart from the Python one. It looks at the
// dice that a roll shows; whether the moves are legal is what `rowlock check` tells.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

function leave(sentence) {
  console.error(`verify: ${sentence}`);
  process.exit(1);
}
const [file, option = "--faces", faces = "6", ...more] = process.argv.slice(2);
if (!file || option !== "--faces" || !/^[2-9]$/.test(faces) || more.length)
  leave("expected a record and perhaps the faces of its dice: verify.mjs FILE [--faces 8]");
let text = "";
try { text = readFileSync(file, "utf8"); } catch (error) { leave(error.message); }

// The record: comments from ; to the end of the line, tags such as [Seats "2"], and words.
const token = /;[^\n]*|\[\s*(\w+(?:\s+[1-9])?)\s*"((?:[^"\\\n]|\\.)*)"\s*\]|([^\s;/[\]"]+)/g;
const tags = {}, words = [];
for (const [, name, value, word] of text.matchAll(token)) {
  if (name) tags[name] = value;
  if (word) words.push(word);
}
function tag(name, pattern) {
  if (!pattern.test(tags[name] ?? " "))
    leave(`${file}: expected a tag [${name}] that fits ${pattern}, found ${tags[name] ?? "none"}`);
  return tags[name];
}
tag("Dice", /^server$/); // real dice cannot be verified
const table = tag("Table", /^[\w-]{1,64}$/);
const seats = Number(tag("Seats", /^[1-8]$/));
const mix = tag("Mix", RegExp(`^[\\w-]{0,64}(,[\\w-]{0,64}){${seats - 1}}$`));
const promised = tag("Commitment", /^[0-9a-f]{64}$/);
const seed = Buffer.from(tag("ServerSeed", /^[0-9a-f]{64}$/), "hex"); // told after the game
const given = createHash("sha256").update(seed).digest("hex");
if (given !== promised) leave(`${file}: the seed gives ${given}, promised was ${promised}`);

function* bytes(n) {
  for (let k = 0; ; k++)
    yield* createHmac("sha256", seed).update(`${table}\n${mix}\n${n}\n${k}`).digest();
}
function draw(stream, most) { // 1 to most; a byte too high to be fair is skipped
  let byte;
  do byte = stream.next().value; while (byte >= 256 - 256 % most);
  return byte % most + 1;
}
const [lot, first] = [draw(bytes(0), seats), Number(tags.First ?? 1)];
if ("Lot" in tags && tag("Lot", /^yes$/) && lot !== first)
  leave(`${file}: the lot gives seat ${lot}, the record says seat ${first}`);
const rolls = words.flatMap((word, i) => /^\d+\.$/.test(word) ? [[word, words[i + 2] ?? ""]] : []);
rolls.forEach(([number, shown], i) => {
  const stream = bytes(i + 1);
  const dice = ["", "", "r", "y", "g", "b"].map((colour) => colour + draw(stream, Number(faces)));
  const roll = dice.filter((die) => die.length === 1 || shown.includes(die[0])).join("");
  if (number !== `${i + 1}.` || roll !== shown)
    leave(`${file}: turn ${i + 1}: dice of ${faces} faces give ${roll}, found ${number} ${shown}`);
});
const checked = `${rolls.length} rolls${"Lot" in tags ? " and the lot for the first seat" : ""}`;
console.log(`${file}: fair dice: ${checked} checked, commitment ${promised}.`);
