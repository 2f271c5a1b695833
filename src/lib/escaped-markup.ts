const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Text as it stands between tags of HTML or XML, or in an attribute in double quotes. */
export const escapedMarkup = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark)
