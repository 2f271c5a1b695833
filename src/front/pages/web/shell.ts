import { all, copy, one } from './dom.ts'

const theme = one<HTMLButtonElement>('#theme')
if (theme) {
  theme.hidden = false
  theme.addEventListener('click', () => {
    const root = document.documentElement
    const dark = root.dataset['theme']
      ? root.dataset['theme'] === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches
    root.dataset['theme'] = dark ? 'light' : 'dark'
    try {
      localStorage.setItem('theme', root.dataset['theme'])
    } catch {}
  })
}
const menu = one<HTMLButtonElement>('#menu')
if (menu) {
  menu.hidden = false
  menu.addEventListener('click', () =>
    menu.setAttribute('aria-expanded', String(one('#nav')!.classList.toggle('open'))),
  )
}
for (const button of all<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false
  button.addEventListener(
    'click',
    () => void copy(button.parentElement!.querySelector('pre')!.textContent, button),
  )
}
addEventListener('keydown', (event) => {
  const search = one<HTMLInputElement>('#q')
  if (
    event.key !== '/' ||
    event.ctrlKey ||
    event.metaKey ||
    !search ||
    (event.target as Element).closest('input, textarea, select, [contenteditable]')
  )
    return
  event.preventDefault()
  search.focus()
  search.select()
})
