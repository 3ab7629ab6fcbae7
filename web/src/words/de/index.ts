import { common } from "./common";
import { learn } from "./learn";
import { replay } from "./replay";
import { review } from "./review";
import { start } from "./start";
import { table } from "./table";

import type { Words } from "../index.svelte";

export const de: Words = { ...common, ...table, ...start, ...learn, ...replay, ...review };
