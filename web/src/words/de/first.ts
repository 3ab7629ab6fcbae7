/** What the first screens say, before anything is tapped. */
import { common } from "./common";
import { start } from "./start";

export const de = { ...common, ...start };
