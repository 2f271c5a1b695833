/** Creates all nodes that scripts add to a page. Strings become text nodes, never markup. */
export type Child = Node | string | number | null | undefined | false
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

const SVG = 'http://www.w3.org/2000/svg'

function fill<E extends Element>(node: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined && value !== false)
      node.setAttribute(name, value === true ? '' : String(value))
  for (const child of children)
    if (child !== null && child !== undefined && child !== false)
      node.append(child instanceof Node ? child : String(child))
  return node
}
export const el = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] => fill(document.createElement(tag), attributes, children)
export const svg = (
  tag: string,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElement => fill(document.createElementNS(SVG, tag), attributes, children)
export const icon = (id: string): SVGElement =>
  svg(
    'svg',
    { class: 'i', 'aria-hidden': 'true' },
    svg('use', { href: `${new URL('icons.svg', import.meta.url).pathname}#${id}` }),
  )
export const one = <E extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): E | null => within.querySelector<E>(selector)
export const all = <E extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): E[] => [...within.querySelectorAll<E>(selector)]
export function say(text: string): void {
  const said = one('#said')
  if (said) said.textContent = text
}
/** A link whose address was written by a stranger. */
export function link(href: string, ...children: readonly Child[]): HTMLElement {
  const safe = /^https?:\/\//i.test(href)
  return safe
    ? el('a', { href, rel: 'noopener noreferrer nofollow ugc', target: '_blank' }, ...children)
    : el('span', {}, ...children)
}
export async function copy(text: string, button: HTMLElement): Promise<void> {
  await navigator.clipboard.writeText(text)
  say('Copied.')
  button.classList.add('done')
  const before = [...button.childNodes]
  button.replaceChildren(icon('check'))
  setTimeout(() => button.replaceChildren(...before), 1200)
}
