// What the preview adds to a page: where each text stands, and a new page after each save.
(() => {
  const self = document.getElementById("preview");
  const { roots, editor, base } = JSON.parse(self.dataset.settings);
  const places = [...document.querySelectorAll("[data-place]")];
  const inner = "a, button, summary, label";
  const make = (tag, text = "", attributes = {}) => {
    const made = document.createElement(tag);
    Object.entries(attributes).forEach((pair) => made.setAttribute(...pair));
    made.append(text);
    return made;
  };

  // What is open, chosen and scrolled to outlives the reload: an editor saves again and again.
  const details = [...document.querySelectorAll("details")];
  const radios = [...document.querySelectorAll("input[type=radio]")];
  const kept = `preview ${location.pathname}`;
  const was = JSON.parse(sessionStorage.getItem(kept) ?? "null");
  sessionStorage.removeItem(kept);
  if (was) {
    details.forEach((each, i) => (each.open = was.open[i] ?? each.open));
    radios.forEach((each, i) => (each.checked = was.checked[i] ?? each.checked));
    history.scrollRestoration = "manual";
    addEventListener("load", () => {
      scrollTo(0, was.top);
      history.scrollRestoration = "auto";
    });
  }
  const renew = () => {
    const [open, checked] = [details.map((each) => each.open), radios.map((each) => each.checked)];
    sessionStorage.setItem(kept, JSON.stringify({ open, checked, top: scrollY }));
    location.reload();
  };

  // A browser opens six connections to one address: only a page that is seen holds one.
  let events;
  const listen = () => {
    events?.close();
    if (document.hidden) return;
    events = new EventSource(`/_preview/events?version=${self.dataset.version}`);
    events.onmessage = renew;
  };
  document.addEventListener("visibilitychange", listen);
  addEventListener("pagehide", () => events?.close());
  listen();

  // The address that opens the editor's program at a place.
  const address = (at) => {
    const [, folder, rest, line] = /^([^/]+)(\/.+):(\d+)$/.exec(at) ?? [];
    if (!editor || !(folder in roots)) return null;
    return editor.replace("{path}", encodeURI(roots[folder] + rest)).replace("{line}", line);
  };
  const tip = make("div", "", { id: "preview-tip", role: "region", "aria-label": "這段文字的出處" });
  let shown, timer;
  const later = (wait, run) => {
    clearTimeout(timer);
    timer = run && setTimeout(run, wait);
  };
  const hide = () => {
    later();
    shown?.classList.remove("preview-on");
    tip.remove();
    shown = null;
  };
  const take = async (at, said) => {
    const open = address(at);
    if (open) return (location.href = open);
    try {
      await navigator.clipboard.writeText(at);
      said.textContent = "已複製";
    } catch {
      said.textContent = "瀏覽器不讓網頁複製，請自己選取";
    }
  };
  // Beside the text where there is room, so that nothing is covered; else under it.
  const put = (place) => {
    const box = (place.closest("p, li, dd, td, dl") ?? place).getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = tip;
    const { clientWidth, clientHeight } = document.documentElement;
    const beside = clientWidth - box.right >= width + 24;
    const [left, top] = beside ? [box.right + 16, box.top] : [box.left, box.bottom + 6];
    tip.style.left = `${Math.max(8, Math.min(left, clientWidth - width - 8)) + scrollX}px`;
    tip.style.top = `${Math.max(8, Math.min(top, clientHeight - height - 8)) + scrollY}px`;
  };
  const line = (name, ...told) => {
    const made = make("p", make("b", `${name}　`));
    made.append(...told);
    return made;
  };
  const links = (others) => others.flatMap(([label, href], i) => [i ? "、" : "", make("a", label, { href: base + href })]);
  const show = async (place) => {
    later();
    if (shown === place) return;
    hide();
    shown = place;
    place.classList.add("preview-on");
    const at = place.dataset.place;
    const button = make("button", at, { type: "button", title: address(at) ? "用編輯程式打開" : "複製這個位置" });
    const said = make("span", "", { role: "status" });
    button.onclick = () => take(at, said);
    const head = make("p", button);
    head.append(said);
    tip.replaceChildren(head);
    document.body.append(tip);
    put(place);
    const query = new URLSearchParams({ at, page: location.pathname });
    const about = await fetch(`/_preview/about?${query}`).then((r) => r.json()).catch(() => null);
    if (!about || shown !== place) return;
    tip.append(line("出處", about.name));
    about.rules.forEach((rule) => tip.append(line("規則", rule)));
    if (about.why.length) tip.append(line("為什麼是這一段", about.why.join("；")));
    if (about.days !== null) {
      tip.append(line("用在", `${about.days.toLocaleString()} 天`, ...(about.others.length ? ["，例如 ", ...links(about.others)] : [])));
    }
    put(place);
  };

  const of = (event) => event.target.closest?.("[data-place]");
  const holder = () => (shown?.tabIndex === 0 ? shown : shown?.closest(inner));
  const leave = () => later(250, () => [shown, tip, holder()].some((each) => each?.matches(":hover, :focus, :focus-within")) || hide());
  document.addEventListener("mouseover", (event) => {
    const place = of(event);
    if (place && place !== shown) later(300, () => show(place));
    else if (place || tip.contains(event.target)) later();
    else if (shown) leave();
    else later();
  });
  document.addEventListener("focusin", ({ target }) => {
    const place = target.matches("[data-place]") ? target : target.matches(inner) && target.querySelector("[data-place]");
    if (place) show(place);
  });
  document.addEventListener("focusout", leave);
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (key === "Escape") return hide();
    if (key === "Enter" && target.matches("[data-place]")) return tip.querySelector("button").click();
    if (key !== "Tab" || event.shiftKey || !shown) return;
    // The tip comes after its text, though it stands at the end of the page.
    const stops = [...tip.querySelectorAll("button, a")];
    if (target === holder()) {
      event.preventDefault();
      stops[0].focus();
    } else if (target === stops.at(-1)) holder()?.focus();
  });
  document.addEventListener("click", (event) => {
    const place = of(event);
    if (!place || place.closest(inner) || !getSelection().isCollapsed) return;
    show(place);
    tip.querySelector("button").click();
  });

  // Of texts within each other the outer one is on the way of the Tab key.
  for (const place of places)
    if (!place.closest(inner) && !place.parentElement.closest("[data-place]")) place.tabIndex = 0;
})();
