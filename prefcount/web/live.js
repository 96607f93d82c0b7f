// Shows what the server tells, part by part: what has not changed stays, and is not read aloud again.
"use strict";
(() => {
  const SILENCE = 45000; // the server says something every 15 seconds
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
      navigator.wakeLock.request("screen").catch(() => {}); // an empty battery may forbid it
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
      waiting = setTimeout(connect, AGAIN); // a browser gives up when it was refused
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
      stayAwake(); // the browser lets the phone sleep again as soon as the page is not seen
    }
    const deaf = source.readyState === EventSource.CLOSED || Date.now() - last > LATE;
    if (document.visibilityState === "visible" && deaf) {
      connect(); // somebody looks again at a phone that has slept
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
