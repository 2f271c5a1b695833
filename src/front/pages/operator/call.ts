import { note, table } from '../components.ts'
import { html, type Html } from '../html.ts'
import type { Page } from '../page.ts'
import { dollars, framed, number, time } from './frame.ts'

export interface CallPageData {
  readonly id: string
  readonly story: readonly {
    readonly at: number
    readonly what: string
    readonly amount: number | null
    readonly detail: string
  }[]
  readonly isSold: boolean
}

/** The record of one call, found by its id. */
export const callPage = ({ id, story, isSold }: CallPageData): Page =>
  framed(
    'One call',
    '/operator/calls',
    html`<form class="stack" method="get" action="/operator/calls">
        <div class="field">
          <label for="id">Id of the call</label
          ><input id="id" name="id" maxlength="64" value="${id}" required />
          <p class="hint">
            It is in the header x-request-id, in receipts and in every line of the log.
          </p>
        </div>
        <p><button class="second">Look up</button></p>
      </form>
      ${id !== '' && storyOf({ id, story, isSold })}`,
  )

function storyOf({ id, story, isSold }: CallPageData): Html {
  if (story.length === 0)
    return note(
      'warn',
      'The database knows nothing of it. The id is wrong, or the call is older than a week, or came when more calls ended than are kept; the log has a line of each call under its id.',
    )
  const rows = story.map(({ at, what, amount, detail }) => [
    time(at),
    what,
    amount === null ? '' : dollars(amount),
    detail,
  ])
  const columns = [{ label: 'When' }, { label: 'What' }, number('Amount'), { label: 'Of it' }]
  return html`${table('The story of the call', columns, rows)}
    ${isSold && html`<p><a href="/receipts/${id}">Its receipt</a></p>`}
    <p class="fine">
      What was asked and how long each step took is kept for a week, of thirty good and thirty
      failed calls a second at most.
    </p>`
}
