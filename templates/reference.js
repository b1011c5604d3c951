// Beside the API's reference, after site.js.
{
  for (const code of $$("main pre code")) {
    const button = make("button", "複製", { type: "button" });
    button.onclick = async () => {
      const copied = navigator.clipboard?.writeText(code.textContent).then(() => true, () => false);
      button.textContent = (await copied) ? "已複製" : "請自己選取";
    };
    code.parentElement.after(button);
  }

  const form = $("#ask"), answer = $("#answer"), hint = form.lastElementChild;
  const TOLD = ["content-type", "x-error-code", "retry-after", "ratelimit", "x-request-id"];
  form.onsubmit = async (event) => {
    event.preventDefault();
    const asked = Object.fromEntries([...new FormData(form)].filter(([, value]) => value));
    const got = await fetch(form.dataset.api, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked),
    }).catch(() => null);
    const text = got && (await got.text());
    hint.textContent = got ? `狀態 ${got.status}` : "現在連不上，請稍後再試。";
    answer.hidden = !got;
    if (!got) return;
    const head = TOLD.filter((name) => got.headers.has(name)).map((name) => `${name}: ${got.headers.get(name)}`);
    const json = /json/.test(got.headers.get("content-type"));
    const body = json ? JSON.stringify(JSON.parse(text), null, 2) : "（不是 JSON：這個網站沒有接上 API）";
    answer.textContent = [`HTTP ${got.status}`, ...head, "", body].join("\n");
  };
}
