import { el, one, say } from './dom.ts'
import { view } from './view.ts'

interface JobResult {
  readonly body?: unknown
}

interface Job {
  readonly status: string
  readonly pollIntervalSeconds?: number
  readonly progress?: {
    readonly stage?: string
    readonly done?: number
    readonly total?: number | null
  }
  readonly result?: JobResult
  readonly error?: JobResult
  readonly receiptUrl?: string
}

const place = one('#job')!
const { job = '' } = place.dataset

function working({ progress = {}, pollIntervalSeconds = 2 }: Job): void {
  const { stage = 'Working', done = 0, total = null } = progress
  const counted = total === null ? '' : `: ${done} of ${total}`
  const bar = total === null ? {} : { value: done, max: total }
  place.replaceChildren(
    el('p', {}, `${stage}${counted}`),
    el('progress', { 'aria-label': 'Progress', ...bar }),
  )
  setTimeout(() => void look(), pollIntervalSeconds * 1000)
}

async function look(): Promise<void> {
  const reply = await fetch(`/api/jobs/${encodeURIComponent(job)}`)
  if (!reply.ok) {
    const { error = 'No such job.' } = (await reply.json()) as { error?: string }
    place.replaceChildren(el('p', { class: 'note bad', role: 'alert' }, error))
    return
  }
  const found = (await reply.json()) as Job
  if (found.status === 'working') return working(found)
  const made = Response.json((found.result ?? found.error)?.body ?? found)
  const isGood = found.status === 'completed'
  const badge = el('span', { class: `badge ${isGood ? 'ok' : 'bad'}` }, found.status)
  const { receiptUrl = '' } = found
  // This path is built from the id of the call only.
  const receipt =
    /^\/receipts\/[\w-]+$/.test(receiptUrl) &&
    el('p', { class: 'receipt' }, el('a', { href: receiptUrl }, 'Receipt'))
  place.replaceChildren(el('p', {}, badge), await view(made), receipt || '')
  say(`The job is ${found.status}.`)
}

void look()
