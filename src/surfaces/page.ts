/** Plain pages for people: no script, one small style sheet, readable on anything. */

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
code, pre { font: .875em/1.45 ui-monospace, monospace; } pre { background: var(--soft); padding: .8rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); }
nav { font-size: .9rem; } .price { font-weight: 600; }
`

/** HTML that is safe to put together: text goes through `escaped`. */
export function pageOf({ title, body }: { readonly title: string; readonly body: string }): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escaped(title)}</title><style>${STYLE}</style></head>`,
    `<body><nav><a href="/">All tools</a> · <a href="/llms.txt">llms.txt</a> · <a href="/openapi.json">OpenAPI</a></nav>`,
    body,
    '</body></html>\n',
  ].join('\n')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark)

export const code = (text: string): string => `<code>${escaped(text)}</code>`

export const block = (text: string): string => `<pre>${escaped(text)}</pre>`

const line = (cells: readonly string[], tag: string): string =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `<table>${line(head, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`
}
