import { el, icon, one, say, type Child } from './dom.ts'
import { blame, controls, form, Wrong } from './fields.ts'
import { view } from './view.ts'

/** The answer panel: progress, then the answer with its receipt, or the reason of a failure. */
const clock = one('#clock')!
const fare = one('.go .fare', form)?.textContent ?? 'free'

function show(...children: readonly Child[]): void {
  const shown = children.filter((child) => child !== null && child !== false && child !== undefined)
  one('#view')!.replaceChildren(
    ...shown.map((child) => (child instanceof Node ? child : String(child))),
  )
}

export const tell = (text: string): void => show(el('div', { class: 'empty' }, el('p', {}, text)))

/** Shows the elapsed seconds until the returned function is called. */
export function startClock(): () => void {
  const started = performance.now()
  const tick = (): void => {
    clock.textContent = `${((performance.now() - started) / 1000).toFixed(1)} s`
  }
  const ticking = setInterval(tick, 100)
  return () => clearInterval(ticking)
}

/** `share`: the progress from 0 to 1, if it is known. */
export function busy(stop: () => void, text: string, share?: number): void {
  let bar = one<HTMLProgressElement>('#view progress')
  if (!bar) {
    const button = el('button', { type: 'button', class: 'second' }, 'Stop')
    button.addEventListener('click', stop)
    bar = el('progress', { max: 1, 'aria-label': 'Progress' })
    show(el('div', { class: 'stack' }, el('p', { id: 'doing' }), bar, el('p', {}, button)))
  }
  one('#doing')!.textContent = text
  if (share === undefined) bar.removeAttribute('value')
  else bar.value = share
}

/**
 * Shows a failure. If the server refused, nothing was charged; if the connection broke, that is
 * unknown.
 */
export function fail(
  title: string,
  text: string,
  action: HTMLElement | null = null,
  isKnown = true,
): void {
  const sure = isKnown && el('p', { class: 'fine' }, 'Nothing was charged.')
  const head = el('h3', {}, icon('warn'), ` ${title}`)
  show(el('div', { class: 'note bad stack', role: 'alert' }, head, el('p', {}, text), sure, action))
}

export const brokenLine = (): void =>
  fail(
    'The line broke',
    'If it was charged, running it again brings the answer and charges nothing more.',
    null,
    false,
  )

export async function finish(reply: Response, started: number): Promise<void> {
  const took = performance.now() - started
  const shown = await view(reply)
  show(el('div', { class: 'stack' }, shown, receiptOf(reply, took)))
  clock.textContent = `${Math.round(took)} ms`
  say('The answer is here.')
}

function receiptOf(reply: Response, took: number): HTMLElement {
  const settled = reply.headers.get('payment-response')
  const left = reply.headers.get('x-credits-balance')
  const id = reply.headers.get('x-request-id')
  const { transaction, network } = settled
    ? (JSON.parse(atob(settled)) as { transaction?: string; network?: string })
    : {}
  const paid = settled || left !== null ? `paid ${fare}` : 'paid with work'
  return el(
    'p',
    { class: 'receipt' },
    el('span', { class: 'fare' }, fare === 'free' ? 'free' : paid),
    settled && el('span', {}, `x402 on ${network ?? 'its network'}`),
    transaction && el('code', {}, `${transaction.slice(0, 10)}…${transaction.slice(-6)}`),
    left !== null && el('span', {}, `credits left $${left}`),
    el('span', {}, `${Math.round(took)} ms`),
    // A replayed answer has its own id, but its sale has the id of the first call.
    id && !reply.headers.has('x-idempotent-replay')
      ? el('a', { href: `/receipts/${id}` }, `Receipt ${id.slice(-8)}`)
      : null,
  )
}

interface Refusal {
  readonly error?: string
  readonly reason?: string
  readonly balanceUsd?: number
}

export async function refuse(reply: Response): Promise<void> {
  const body = (await reply.json().catch(() => ({}))) as Refusal
  const { error = '' } = body
  const { status } = reply
  const wait = Number(reply.headers.get('retry-after') ?? 0)
  if (status === 400) {
    fail('Something in the form does not fit', error)
    const named = controls().find(({ name }) => new RegExp(`\\b${name}\\b`).test(error))
    if (named) blame(new Wrong(named.name, error))
  } else if (status === 402) refusedPayment(body)
  else if (status === 409)
    fail('The same order is still running', `Look again in ${wait || 2} seconds.`)
  else if (status === 429) fail('Too fast', `Wait ${wait || 60} seconds, then run again.`)
  else if (status === 503) fail('Not available here now', error || 'Its source does not answer.')
  else if (status >= 500)
    fail('The source failed', `${error} Run again, or try a tool close to it below.`)
  else fail(`It answered ${status}`, error)
}

function refusedPayment({ error, reason, balanceUsd = 0 }: Refusal): void {
  const credits = el('a', { class: 'button second', href: '/credits' }, 'Credits')
  if (reason === 'insufficient')
    fail('Not enough credits', `It holds $${balanceUsd}, and the fare is ${fare}.`, credits)
  else if (reason !== undefined)
    fail('The key was not taken', error || 'Check that the whole key was pasted.', credits)
  else
    fail(
      'The payment was not taken',
      error || 'The offer may have run out. Run again for a new one.',
    )
}
