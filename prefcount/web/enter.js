// Shows the questions of the server and sends the answers. All rules of the game are on the server.
"use strict";
(() => {
  const TIMEOUT = 10000; // then the request is sent again
  const RETRY = 2000;
  const KEPT = "entered";
  const NOTHING = { game: "", seen: "", answers: [], undo: false, id: null };
  const DOUBLE = 300; // the second tap of a double tap does not answer the next question
  const LONG = 12; // longer answers have a line of their own
  const at = Object.fromEntries([...document.querySelectorAll("#entry [id]")].map((each) => [each.id, each]));
  const said = document.getElementById("entry").dataset;
  let shown = null; // the last answer of the server
  let half = { page: random(), ...NOTHING, ...kept() };
  let fresh = 0; // when the question appeared
  let turn = 0; // the number of the last request; answers to earlier requests are ignored

  function random() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");
  }

  function kept() {
    try {
      return JSON.parse(localStorage.getItem(KEPT)) || {};
    } catch {
      return {};
    }
  }

  function keep() {
    try {
      localStorage.setItem(KEPT, JSON.stringify(half));
    } catch {
      // without storage only a reload loses the half-entered hand
    }
  }

  // --- asking ------------------------------------------------------------------------------------

  async function sent(path, wanted) {
    const { page, seen, answers, undo, id } = wanted;
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ page, seen, answers, undo, id }),
      credentials: "omit",
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (answer.ok) {
      return answer.json();
    }
    if ([403, 404, 405].includes(answer.status)) {
      return { refused: said.closed };
    }
    if ([400, 413, 415].includes(answer.status)) {
      return { refused: await answer.text(), forget: true };
    }
    throw new Error(answer.statusText);
  }

  async function ask(path, waiting) {
    const mine = ++turn;
    const wanted = half;
    busy(path === said.record);
    for (;;) {
      try {
        const answer = await sent(path, wanted);
        if (mine === turn) {
          take(answer, wanted);
        }
        return;
      } catch {
        if (mine !== turn) {
          return;
        }
        say("problem", waiting);
        await new Promise((done) => setTimeout(done, RETRY));
        if (mine !== turn) {
          return;
        }
      }
    }
  }

  function change(changed) {
    half = { ...half, id: null, ...changed }; // changed answers make a new record
    keep();
    ask(said.form, said.offline);
  }

  function record() {
    half = { ...half, id: half.id || random() };
    keep();
    say("notice", said.sending);
    ask(said.record, said.lost);
  }

  function take(answer, wanted) {
    if (answer.refused) {
      half = answer.forget ? { ...half, ...NOTHING } : half;
      keep();
      busy(false);
      say("notice", "");
      say("problem", answer.refused);
      return;
    }
    if (half.game && half.game !== answer.game) {
      half = { ...half, ...NOTHING };
      ask(said.form, said.offline); // the stored answers belong to another game
      return;
    }
    const recorded = answer.status === "recorded";
    const failed = answer.status === "failed";
    half = {
      ...half,
      game: answer.game,
      seen: answer.seen,
      answers: recorded ? [] : answer.answers,
      undo: answer.undoes,
      id: failed ? wanted.id : null,
    };
    keep();
    show(answer);
  }

  // --- showing -----------------------------------------------------------------------------------

  function say(name, text) {
    if (at[name].textContent !== text) {
      at[name].textContent = text;
    }
  }

  function busy(whether) {
    for (const each of document.querySelectorAll("#choices button, #typed button, #record, #factor, #undo")) {
      each.disabled = whether;
    }
  }

  function line(tag, text, kind) {
    const made = document.createElement(tag);
    made.textContent = text;
    made.className = kind || "";
    return made;
  }

  function show(answer) {
    const before = shown;
    shown = answer;
    const { question, preview } = answer;
    const meanwhile = answer.meanwhile.length ? [said.meanwhile, ...answer.meanwhile] : [];
    say("heading", answer.heading);
    say("notice", [answer.notice, ...meanwhile].filter(Boolean).join("\n") || (before && same(before, answer) ? at.notice.textContent : ""));
    say("problem", answer.problem || (preview && preview.problem) || "");
    say("said", answer.said.join(" · "));
    say("prompt", question ? question.prompt : "");
    at.choices.replaceChildren(...(question ? question.choices.map((each) => choice(question.field, each)) : []));
    typed(question && !question.choices.length, before);
    at.preview.replaceChildren(...(preview && !preview.problem ? words(preview) : []));
    at.record.hidden = !preview || Boolean(preview.problem);
    at.back.hidden = !answer.answers.length && !answer.undoes;
    at.undo.hidden = !answer.undo || !at.back.hidden;
    at.undo.textContent = at.undo.dataset.undo.replace("…", answer.undo);
    at.factor.hidden = !answer.factor;
    at.factor.textContent = answer.factor ? answer.factor.label : "";
    busy(false);
    if (before !== null && !same(before, answer)) {
      fresh = performance.now();
      focus(question && !question.choices.length ? at.text : preview ? at.preview : at.prompt);
    }
  }

  function same(one, other) {
    const asked = (each) => JSON.stringify([each.seen, each.answers, each.undoes]);
    return asked(one) === asked(other);
  }

  function focus(element) {
    element.focus({ preventScroll: true });
    document.getElementById("entry").scrollIntoView({ block: "nearest" });
  }

  function choice(field, each) {
    const made = line("button", each.label, each.label.length > LONG || each.caution ? "long" : "");
    made.classList.toggle("marked", each.marked);
    made.type = "button";
    made.value = each.value;
    made.dataset.key = each.key;
    if (each.caution) {
      made.append(line("small", each.caution));
    }
    tapped(made, () => change({ answers: [...half.answers, [field, each.value]] }));
    return made;
  }

  function tapped(button, act) {
    button.addEventListener("click", (event) => {
      const byThumb = event.detail > 0; // a keyboard click has 0
      if (!byThumb || performance.now() - fresh > DOUBLE) {
        act();
      }
    });
  }

  function typed(wanted, before) {
    const goesOn = wanted && !at.typed.hidden && before && before.question && before.question.field === shown.question.field;
    at.typed.hidden = !wanted;
    if (!goesOn) {
      at.text.value = "";
    }
  }

  function words(preview) {
    return [
      ...preview.counts.map((each) => line("p", each, "said")),
      ...preview.remarks.map((each) => line("p", each, "caution")),
      ...preview.reasons.map((each) => line("p", each)),
      preview.unchanged ? line("p", preview.unchanged, "said") : score(preview),
    ];
  }

  function score(preview) {
    const table = document.createElement("table");
    const cells = (row, tag, scope, values) => row.append(...values.map((each) => Object.assign(line(tag, each), scope && { scope })));
    cells(table.createTHead().insertRow(), "th", "col", ["", ...preview.heads]);
    const body = table.createTBody();
    for (const [name, ...figures] of preview.score) {
      const row = body.insertRow();
      cells(row, "th", "row", [name]);
      cells(row, "td", "", figures);
    }
    return table;
  }

  // --- thumbs and keys -----------------------------------------------------------------------------

  at.preview.tabIndex = -1;
  tapped(at.record, record);
  tapped(at.back, () => change({ answers: half.answers.slice(0, -1), undo: false }));
  tapped(at.undo, () => change({ answers: [], undo: true }));
  tapped(at.factor, () => {
    const others = half.answers.filter(([field]) => field !== "factor");
    const { value } = shown.factor;
    change({ answers: value ? [...others, ["factor", value]] : others });
  });
  at.typed.addEventListener("submit", (event) => {
    event.preventDefault();
    change({ answers: [...half.answers, [shown.question.field, at.text.value]] });
  });
  document.addEventListener("keydown", (event) => {
    if (event.target === at.text || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const pressed = event.key === "Escape" ? at.back : at.choices.querySelector(`[data-key*="${CSS.escape(event.key)}"]`);
    if (pressed && !pressed.hidden && !pressed.disabled) {
      event.preventDefault();
      pressed.click();
    }
  });

  function look() {
    if (!at.record.disabled) {
      ask(said.form, said.offline); // not while a record is being sent: its answer brings the new form
    }
  }

  document.addEventListener("game", look);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  ask(said.form, said.offline);
})();
