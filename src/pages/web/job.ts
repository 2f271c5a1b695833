import { el, one, say } from './dom.ts'
import { view } from './view.ts'

interface Job {
  readonly status: string
  readonly pollIntervalSeconds?: number
  readonly progress?: string
  readonly result?: unknown
  readonly error?: unknown
}

const place = one('#job')!
const { job = '' } = place.dataset

async function look(): Promise<void> {
  const reply = await fetch(`/api/jobs/${encodeURIComponent(job)}`)
  if (!reply.ok) {
    const { error = 'No such job.' } = (await reply.json()) as { error?: string }
    place.replaceChildren(el('p', { class: 'note bad', role: 'alert' }, error))
    return
  }
  const found = (await reply.json()) as Job
  if (found.status === 'working') {
    place.replaceChildren(
      el('p', {}, found.progress ?? 'Working…'),
      el('progress', { 'aria-label': 'Progress' }),
    )
    setTimeout(() => void look(), (found.pollIntervalSeconds ?? 2) * 1000)
    return
  }
  const answer = found.result ?? found
  const made = new Response(JSON.stringify(answer), {
    headers: { 'content-type': 'application/json' },
  })
  const badge = el(
    'p',
    {},
    el('span', { class: `badge ${found.status === 'completed' ? 'ok' : 'bad'}` }, found.status),
  )
  place.replaceChildren(badge, await view(made))
  say(`The job is ${found.status}.`)
}

void look()
