import { el, one, say } from './dom.ts'

const form = one<HTMLFormElement>('#balance')
const key = one<HTMLInputElement>('#key')!
const kept = sessionStorage.getItem('key')
if (kept) key.value = kept
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void (async () => {
    const reply = await fetch('/api/credits/balance', {
      headers: { authorization: `Bearer ${key.value.trim()}` },
    })
    const body = (await reply.json()) as { balanceUsd?: number; error?: string }
    const text = key.value.trim()
    one('#shown')!.replaceChildren(
      reply.ok
        ? el(
            'div',
            { class: 'key' },
            el('span', {}, 'Balance'),
            el('b', {}, `$${body.balanceUsd!.toFixed(3)}`),
            el('hr'),
            el('code', {}, `${text.slice(0, 8)}…${text.slice(-4)}`),
          )
        : el(
            'p',
            { class: 'note bad', role: 'alert' },
            body.error ?? 'This key is not known here. Check that all of it was pasted.',
          ),
    )
    say(reply.ok ? `Balance ${body.balanceUsd} dollars` : 'Not known')
  })()
})
