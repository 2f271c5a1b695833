import { all, one } from './dom.ts'

/**
 * A form that changes a part of the page: each change fetches the address of the form and replaces
 * that part.
 */
for (const form of all<HTMLFormElement>('form[data-swap]')) {
  const target = form.dataset['swap']!
  all('[data-nojs]', form).forEach((button) => (button.hidden = true))
  const search = one<HTMLFormElement>('form[role=search].plain')
  let asked: AbortController | null = null

  async function swap(url: string, push = true): Promise<void> {
    asked?.abort()
    asked = new AbortController()
    one(target)?.classList.add('swapping')
    try {
      const reply = await fetch(`${url}${url.includes('?') ? '&' : '?'}part=results`, {
        signal: asked.signal,
      })
      const made = document.createRange().createContextualFragment(await reply.text())
      one(target)!.replaceWith(made)
      if (push) history.replaceState(null, '', url)
    } catch (thrown) {
      if ((thrown as Error).name !== 'AbortError') location.assign(url)
    }
  }
  function address(): string {
    const sent = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (value !== '') sent.append(name, value as string)
    return `${form.getAttribute('action')!}${sent.size > 0 ? `?${sent}` : ''}`
  }
  form.addEventListener('change', () => void swap(address()))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void swap(address())
  })
  if (search) {
    const box = one<HTMLInputElement>('input', search)!
    const hidden = one<HTMLInputElement>('input[name=q]', form)!
    let timer = 0
    box.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        hidden.value = box.value.trim()
        void swap(address())
      }, 140)
    })
    search.addEventListener('submit', (event) => {
      event.preventDefault()
      hidden.value = box.value.trim()
      void swap(address())
    })
  }
  document.addEventListener('click', (event) => {
    const more = (event.target as Element).closest<HTMLAnchorElement>('[data-more]')
    if (!more) return
    event.preventDefault()
    void (async () => {
      const reply = await fetch(`${more.getAttribute('href')!}&part=results`)
      const made = document.createRange().createContextualFragment(await reply.text())
      const rows = [...made.querySelectorAll('#results > *:not(p.row)')]
      const first = rows.flatMap((row) => [...row.querySelectorAll<HTMLElement>('a')])[0]
      more.parentElement!.replaceWith(...rows)
      first?.focus({ preventScroll: true })
    })()
  })
}
