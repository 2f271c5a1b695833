import { el } from './dom.ts'

/** Whether a text is a unified diff. */
export const isDiff = (text: string): boolean =>
  /^(--- |diff |@@ -\d)/.test(text) && /^@@ -\d/m.test(text)

/** A unified diff. Each line has its sign and a colour. */
export function diff(text: string): HTMLElement {
  const lines = text.split('\n').flatMap((line) => {
    const kind = /^(\+\+\+|---|diff|index) /.test(line) ? 'k' : KINDS[line[0] ?? '']
    return [kind ? el('span', { class: kind }, line) : line, '\n']
  })
  return el('pre', { class: 'json diff', tabindex: 0 }, ...lines.slice(0, -1))
}

const KINDS: Readonly<Record<string, string>> = { '+': 'added', '-': 'gone', '@': 'n' }
