// Days that one remembers, on this device alone, and what one does with a page. After site.js.
const stored = () => {
  try {
    // Before days had names, a page was all that was kept.
    return JSON.parse(localStorage.wanrishu ?? "[]").map((day) => (day.page ? day : { page: day }));
  } catch { return []; } // a browser that keeps nothing
};
const store = (days) => (localStorage.wanrishu = JSON.stringify(days));
const days = () => stored().flatMap((day) => read(day.page).found.map(([page, label]) => ({ ...day, page, label })));
const without = (page) => stored().filter((day) => day.page !== page);

// Their slips, on the home page.
const shelf = $("#kept ul");
const list = () => {
  shelf.textContent = "";
  for (const { page, label, bazi = "", name = "" } of days()) {
    const row = make("li");
    const slip = make("a", "", { href: path(page), class: "slip", "aria-label": label });
    slip.append(...bazi.split(" ").map((pillar) => make("span", pillar)));
    const own = make("input", "", { "aria-label": `${label}是誰`, placeholder: "取個名字", maxlength: 12 });
    own.value = name;
    own.onchange = () => store(stored().map((day) => (day.page === page ? { ...day, name: own.value.trim() } : day)));
    const forget = make("button", "忘記", { type: "button", "aria-label": `忘記${name || label}` });
    forget.onclick = () => {
      store(without(page));
      list();
      $("#kept button")?.focus();
    };
    row.append(...(bazi ? [slip] : []), own, anchor(page, label), forget);
    shelf.append(row);
  }
  $("#kept").hidden = !days().length;
};
if (shelf) list();

const row = $(".share");
const said = timer();
const say = (text) => {
  row.querySelector("[role=status]").textContent = text;
  said(4000, text && (() => say("")));
};
const remember = $("[data-keep]");
if (remember) {
  const page = remember.dataset.keep;
  const has = () => stored().some((day) => day.page === page);
  const name = () => (remember.textContent = has() ? "忘記" : "記住");
  name();
  remember.onclick = () => {
    const bazi = visible(".head .slip span").map((span) => span.textContent).join(" ");
    try {
      store(has() ? without(page) : [{ page, bazi }, ...stored()]);
      say(has() ? "放到首頁了" : "");
    } catch { say("這個瀏覽器不讓網頁記東西。"); }
    name();
  };
}
if (row) {
  $("[data-print]").onclick = () => print();
  $("[data-share]").onclick = async ({ target }) => {
    const url = $("[rel=canonical]").href;
    const text = visible("h1, .title").map((e) => e.textContent).join("，");
    if (!navigator.share) {
      const copied = await navigator.clipboard?.writeText(`${text}\n${url}`).then(() => true, () => false);
      return say(copied ? "網址已複製" : "瀏覽器不讓網頁複製，請自己選取網址列。");
    }
    const leaf = target.dataset.share && (await import(target.dataset.share).catch(() => null));
    const files = leaf ? [await leaf.picture()] : [];
    const shared = { title: document.title, text, url };
    const whole = navigator.canShare?.({ files }) && files.length ? { ...shared, files } : shared;
    await navigator.share(whole).catch(() => {}); // one who thought better of it
  };
}

// The perspective that one reads by stays.
for (const radio of $$("[name^=view]")) {
  try {
    radio.checked = radio.value === (localStorage.wanrishuView ?? "neutral");
    radio.onchange = () => (localStorage.wanrishuView = radio.value);
  } catch { /* a browser that keeps nothing */ }
}
