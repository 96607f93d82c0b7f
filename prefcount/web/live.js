// Shows the states that the server sends, part by part: unchanged parts stay, so screen readers do not repeat them.
"use strict";
(() => {
  const SILENCE = 45000; // the server sends a heartbeat every 15 seconds
  const LATE = 20000;
  const AGAIN = 5000;
  const connection = document.getElementById("connection");
  let source = null;
  let waiting = 0;
  let last = 0;

  function say(state) {
    if (document.body.dataset.state !== state) {
      document.body.dataset.state = state;
      connection.textContent = connection.dataset[state];
    }
  }

  function show(told) {
    const fresh = new DOMParser().parseFromString(told, "text/html");
    for (const part of fresh.querySelectorAll("[data-part]")) {
      const here = document.getElementById(part.id);
      if (here !== null && here.innerHTML !== part.innerHTML) {
        here.replaceChildren(...part.childNodes);
      }
    }
    document.title = document.querySelector("h1").textContent;
    document.dispatchEvent(new Event("game"));
  }

  function stayAwake() {
    if ("wakeLock" in navigator) {
      navigator.wakeLock.request("screen").catch(() => {}); // it may be refused when the battery is low
    } else {
      document.getElementById("sleeps").hidden = window.isSecureContext;
    }
  }

  function heard() {
    last = Date.now();
    say("live");
    clearTimeout(waiting);
    waiting = setTimeout(silent, SILENCE);
  }

  function lost() {
    say("lost");
    clearTimeout(waiting);
    if (source.readyState === EventSource.CLOSED) {
      waiting = setTimeout(connect, AGAIN); // a browser does not try again by itself after a refusal
    }
  }

  function silent() {
    source.close();
    lost();
  }

  function connect() {
    clearTimeout(waiting);
    if (source !== null) {
      source.close();
    }
    source = new EventSource(document.body.dataset.events);
    source.addEventListener("open", heard);
    source.addEventListener("alive", heard);
    source.addEventListener("game", (event) => {
      heard();
      show(event.data);
    });
    source.addEventListener("error", lost);
  }

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") {
      stayAwake(); // the browser released the wake lock when the page was hidden
    }
    const deaf = source.readyState === EventSource.CLOSED || Date.now() - last > LATE;
    if (document.visibilityState === "visible" && deaf) {
      connect(); // the phone has slept
    }
  });
  window.addEventListener("pagehide", () => source.close());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) {
      connect();
    }
  });
  stayAwake();
  connect();
})();
