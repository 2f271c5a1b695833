const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escapes text for HTML or XML: between tags, or in an attribute in double quotes. */
export const escapedMarkup = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark)
