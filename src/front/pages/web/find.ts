import { all, one, say } from './dom.ts'

/** Suggestions under the search box. The server renders them; the arrow keys move through them. */
const options = (): HTMLElement[] => all('#hits a')
const box = one<HTMLInputElement>('[data-hits]')
if (box) {
  const form = box.form!
  let at = -1
  let asked: AbortController | null = null
  let timer = 0
  const list = (): HTMLElement | null => one('#hits', form.parentElement!)
  const close = (): void => {
    list()?.remove()
    box.setAttribute('aria-expanded', 'false')
    box.removeAttribute('aria-activedescendant')
    at = -1
  }
  const mark = (to: number): void => {
    const links = options()
    at = links.length === 0 ? -1 : (to + links.length) % links.length
    links.forEach((a, i) => {
      a.id = `hit-${i}`
      a.classList.toggle('at', i === at)
      a.setAttribute('aria-selected', String(i === at))
    })
    if (at >= 0) box.setAttribute('aria-activedescendant', `hit-${at}`)
  }
  async function ask(): Promise<void> {
    const q = box!.value.trim()
    asked?.abort()
    if (q.length < 2) return close()
    asked = new AbortController()
    try {
      const reply = await fetch(`/tools?part=hits&q=${encodeURIComponent(q)}`, {
        signal: asked.signal,
      })
      if (!reply.ok) return
      const made = document.createRange().createContextualFragment(await reply.text())
      close()
      form.after(made)
      box!.setAttribute('aria-expanded', 'true')
      say(`${options().length} tools`)
    } catch {}
  }
  box.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), 90)
  })
  box.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      mark(at + (event.key === 'ArrowDown' ? 1 : at < 0 ? 0 : -1))
    } else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && at >= 0) {
      event.preventDefault()
      options()[at]!.click()
    }
  })
  addEventListener('click', (event) => {
    if (!form.parentElement!.contains(event.target as Node)) close()
  })
}
