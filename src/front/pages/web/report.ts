import { all, el, one } from './dom.ts'

/**
 * A citation shows its quote beside the text. Without this script, it links to the list of sources.
 */
const place = one('#quotes')!
const empty = [...place.childNodes]
let shown = ''

function show(cite: HTMLElement | null): void {
  const n = cite?.dataset['cite'] ?? ''
  if (n === shown) return
  shown = n
  for (const other of all('.cite'))
    other.classList.toggle('on', other.dataset['cite'] === n && n !== '')
  const source = one(`#s${n} > div`)
  if (!cite || !source) return place.replaceChildren(...empty)
  const [head, passage] = [...source.children].map((part) => part.cloneNode(true))
  const shut = el('button', { type: 'button', class: 'second' }, 'Close')
  shut.addEventListener('click', () => {
    show(null)
    cite.focus()
  })
  place.replaceChildren(
    el('div', { class: 'quote' }, el('h3', {}, `Source ${n}`), passage, head, shut),
  )
}

const isBeside = matchMedia('(min-width: 68rem)')
for (const cite of all('.cite')) {
  cite.addEventListener('pointerenter', (event) => {
    if (event.pointerType === 'mouse' && isBeside.matches) show(cite)
  })
  cite.addEventListener('click', (event) => {
    event.preventDefault()
    show(cite)
  })
}
addEventListener('keydown', (event) => event.key === 'Escape' && show(null))
