import { all, el, one, type Child } from './dom.ts'
import {
  addressOf,
  blame,
  clearBlame,
  form,
  gathered,
  method,
  pace,
  pickFile,
  slug,
  Wrong,
  type Input,
} from './fields.ts'
import { brokenLine, busy, fail, finish, refuse, startClock, tell } from './panel.ts'
import {
  Declined,
  payByWallet,
  payByWork,
  quoteOf,
  wallets,
  type Headers,
  type Wallet,
} from './pay.ts'
import { view } from './view.ts'

const go = one<HTMLButtonElement>('#go')!
const button = [...go.childNodes]
const OUT_OF_SIGHT = 0.7
let running: AbortController | null = null
let chosen: Wallet | null = null
/**
 * An unchanged call keeps its idempotency key, so a retry after a broken connection never pays
 * twice.
 */
let order = { text: '', key: '' }

const doing = (text: string, share?: number): void => busy(() => running?.abort(), text, share)

function send(sent: Input, signal: AbortSignal, headers: Headers = {}): Promise<Response> {
  const isPost = method === 'POST'
  const all = {
    accept: 'application/json, */*;q=0.5',
    ...(pace === 'slow' ? { prefer: 'respond-async' } : {}),
    ...(isPost ? { 'content-type': 'application/json' } : {}),
    ...headers,
  }
  const body = isPost ? { body: JSON.stringify(sent) } : {}
  return fetch(addressOf(sent), { method, signal, headers: all, ...body })
}

/** The headers of the payment, or an answer if the call needed no payment or was refused. */
async function pay(way: unknown, sent: Input, signal: AbortSignal): Promise<Headers | Response> {
  if (way === 'work') {
    doing('Asking for a puzzle…')
    return payByWork(slug, (share, told) => doing(told, share), signal)
  }
  if (way === 'credits') {
    const key = one<HTMLInputElement>('#key')!.value.trim()
    if (!key) throw new Wrong('key', 'Paste a credits key, or pick another way to pay.')
    if (one<HTMLInputElement>('#keep')?.checked) sessionStorage.setItem('key', key)
    return { authorization: `Bearer ${key}` }
  }
  if (way === null) return {}
  if (!chosen) throw new Wrong('wallets', 'Pick a wallet first.')
  doing('Asking for the offer…')
  const quoted = await send(sent, signal)
  if (quoted.status !== 402) return quoted
  return payByWallet(chosen, quoteOf(quoted), (told) => doing(told))
}

async function call(sent: Input): Promise<void> {
  const way = new FormData(form).get('pay')
  const text = JSON.stringify([way, sent])
  if (order.text !== text) order = { text, key: crypto.randomUUID() }
  running = new AbortController()
  const { signal } = running
  const started = performance.now()
  const paid = await pay(way, sent, signal)
  let reply = paid
  if (!(reply instanceof Response)) {
    doing('Running…')
    reply = await send(sent, signal, { ...(paid as Headers), 'idempotency-key': order.key })
  }
  const job =
    reply.status === 202 && /\/api(\/jobs\/[\w-]+)/.exec(reply.headers.get('location') ?? '')
  if (job) return location.assign(job[1]!)
  if (!reply.ok) return refuse(reply)
  await finish(reply, started)
  order = { text: '', key: '' }
}

async function run(): Promise<void> {
  clearBlame()
  if (!form.reportValidity()) return
  let sent: Input
  try {
    sent = gathered()
  } catch (thrown) {
    return blame(thrown as Wrong)
  }
  scrollToAnswer()
  go.disabled = true
  go.replaceChildren('Running…')
  const stopClock = startClock()
  try {
    await call(sent)
  } catch (thrown) {
    explain(thrown as Error)
  } finally {
    stopClock()
    go.disabled = false
    go.replaceChildren(...button)
  }
}

function explain(thrown: Error): void {
  if (thrown instanceof Wrong) {
    tell(thrown.message)
    blame(thrown)
  } else if (thrown.name === 'AbortError')
    tell('Stopped. Nothing was charged, unless the answer had already left.')
  else if (thrown instanceof Declined) tell(thrown.message)
  else if (thrown instanceof TypeError) brokenLine()
  else fail('It did not work', thrown.message)
}

function scrollToAnswer(): void {
  const out = one('#out')!
  if (out.getBoundingClientRect().top <= innerHeight * OUT_OF_SIGHT) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  out.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : 'smooth' })
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void run()
})
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run()
})

function showWay(): void {
  const way = new FormData(form).get('pay')
  all('[data-for]', form).forEach((part) => (part.hidden = part.dataset['for'] !== way))
}
form.addEventListener('change', (event) => {
  showWay()
  const field = event.target as HTMLInputElement
  if (field.dataset['kind'] === 'file') void pickFile(field)
})
showWay()

const kept = sessionStorage.getItem('key')
const keyField = one<HTMLInputElement>('#key')
if (kept && keyField) keyField.value = kept

const walletList = one('#wallets')
if (walletList) wallets((found) => showWallets(found, walletList))

const NO_WALLET = 'No wallet in this browser. Install one, or pick another way to pay.'

function showWallets(found: readonly Wallet[], place: HTMLElement): void {
  if (found.length === 0) return place.replaceChildren(el('p', { class: 'fine' }, NO_WALLET))
  const picks = found.map((wallet) => {
    const pick = el(
      'button',
      { type: 'button', class: 'chip', 'aria-pressed': 'false' },
      ...faceOf(wallet),
    )
    pick.addEventListener('click', () => {
      chosen = wallet
      for (const other of picks) {
        other.classList.toggle('on', other === pick)
        other.setAttribute('aria-pressed', String(other === pick))
      }
      clearBlame()
    })
    return pick
  })
  place.replaceChildren(...picks)
  if (picks.length === 1) picks[0]!.click()
}

/** Wallets are not trusted: an icon is shown only if it is a data URL. */
function faceOf({ info }: Wallet): readonly Child[] {
  const isInline = info.icon.startsWith('data:image/')
  return [isInline && el('img', { src: info.icon, width: 20, height: 20, alt: '' }), info.name]
}

function gatheredOrNothing(): Input {
  try {
    return gathered()
  } catch {
    return {}
  }
}

/** The programs below the form show its current values. */
const programs = all('#code pre').map((place) => ({ place, text: place.textContent }))
const before = gatheredOrNothing()
form.addEventListener('input', () => {
  const now = gatheredOrNothing()
  const [was, is] = [JSON.stringify(before), JSON.stringify(now)]
  for (const { place, text } of programs)
    place.textContent = text
      .replaceAll(JSON.stringify(was), () => JSON.stringify(is))
      .replaceAll(was, () => is)
      .replaceAll(method === 'GET' ? addressOf(before) : '\u0000', () => addressOf(now))
})

/** The example answer is rendered like a real one. */
const sample = one('#sample')
if (sample) {
  const made = new Response(sample.textContent, { headers: { 'content-type': 'application/json' } })
  void view(made).then((shown) => sample.parentElement!.replaceWith(shown))
}
