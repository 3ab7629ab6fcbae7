import "./style.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./words/index.svelte";

void speak().then(() => mount(App, { target: document.getElementById("page")! }));

if ("serviceWorker" in navigator && import.meta.env.PROD)
  window.addEventListener("load", () => void navigator.serviceWorker.register("/sw.js"));
