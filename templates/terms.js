// Beside the terms, after site.js: only those that the typed text stands in.
{
  const sought = $("#sought");
  sought.oninput = () => {
    for (const e of $$(".glossary, .glossary div")) e.hidden = !e.textContent.includes(sought.value.trim());
    $("#sought + *").textContent = $(".glossary:not([hidden])") ? "" : "沒有這個詞";
  };
}
