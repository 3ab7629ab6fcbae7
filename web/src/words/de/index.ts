import { common } from "./common";
import { daily } from "./daily";
import { hints } from "./hints";
import { learn } from "./learn";
import { replay } from "./replay";
import { review } from "./review";
import { start } from "./start";
import { table } from "./table";

import type { Words } from "../index.svelte";

export const de: Words = {
  ...common,
  ...table,
  ...start,
  ...hints,
  ...learn,
  ...replay,
  ...review,
  ...daily,
};
