import "./style.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { routes, screenOf } from "./routes";
import { pause } from "./soon";
import { speakFirst } from "./words/index.svelte";

// The first screen comes beside the words, not after them. If it does not come, the page says so.
const first = screenOf(location.pathname);
const screen = first ? routes[first.screen].load().catch(() => {}) : null;

void Promise.all([speakFirst(), screen])
  .then(pause)
  .then(() => mount(App, { target: document.getElementById("page")! }));

if ("serviceWorker" in navigator && import.meta.env.PROD)
  window.addEventListener("load", () => void navigator.serviceWorker.register("/sw.js"));
