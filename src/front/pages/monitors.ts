import { moment, UNTRUSTED } from './components.ts'
import { html, type Html } from './html.ts'
import type { Page } from './page.ts'

export interface MonitorsData {
  readonly closed: string | null
  /** The price of a month by card. */
  readonly price: string
  readonly watches: readonly {
    readonly product: string
    readonly name: string
    readonly description: string
    readonly target: string
    readonly example: string
  }[]
}

/** The monitors that can be bought, each with a form that leads to the card payment. */
export const monitorsPage = ({ closed, price, watches }: MonitorsData): Page => ({
  title: 'Monitors',
  description: 'Something is looked at every day, and a page says what has changed.',
  path: '/monitors',
  body: html`<div class="title">
      <h1>Monitors</h1>
      <p class="lead">
        Something is looked at every day, and a page of yours says what has changed, with a feed.
      </p>
    </div>
    ${closed !== null && html`<p class="note warn">${closed}</p>`}
    ${watches.map(
      ({ product, name, description, target, example }) =>
        html`<section class="stack" id="${product}">
          <h2>${name}</h2>
          <p>${description}</p>
          ${
            closed === null &&
            html`<form class="stack" method="post" action="/api/subscribe">
              <input type="hidden" name="product" value="${product}" />
              <div class="field">
                <label for="${product}-target">${target}</label
                ><input
                  id="${product}-target"
                  name="target"
                  required
                  maxlength="200"
                  placeholder="${example}"
                />
              </div>
              <p><button>Watch it for ${price} a month</button></p>
            </form>`
          }
        </section>`,
    )}`,
})

export interface MonitorData {
  readonly id: string
  readonly name: string
  readonly target: string
  readonly state: string
  /** How many checks are left; null for a subscription. */
  readonly looksLeft: number | null
  readonly lookedAt: string | null
  readonly nextAt: string | null
  readonly failedSince: string | null
  readonly error: string | null
  readonly changes: readonly MonitorDay[]
}

export interface MonitorDay {
  readonly at: string
  readonly changes: readonly {
    readonly path: string
    readonly before: string | null
    readonly after: string | null
  }[]
}

const STATES: Readonly<Record<string, string>> = {
  active: 'It is looked at every day.',
  paused: 'Paused: the card could not be charged. It goes on when the card has paid.',
  ended: 'Ended. This page stays for thirty days.',
}

/**
 * The changes of one monitor, the newest first. Its reader may pass the address on; who came with
 * the session has bought it, and can end it.
 */
export const monitorPage = (monitor: MonitorData, session: string | null): Page => ({
  title: monitor.name,
  description: 'What has changed.',
  path: `/m/${session ?? monitor.id}`,
  isPrivate: true,
  body: html`<div class="title">
      <h1>${monitor.name}: ${monitor.target}</h1>
      <p class="lead">${STATES[monitor.state]}</p>
    </div>
    <p>
      ${monitor.lookedAt === null ? 'Not looked at yet.' : html`Looked at ${moment(monitor.lookedAt)}.`}
      ${monitor.nextAt !== null && html`Next look ${moment(monitor.nextAt)}.`}
      ${monitor.looksLeft !== null && `Looks left: ${monitor.looksLeft}.`}
      <a href="/m/${monitor.id}.atom">Feed</a> · <a href="/m/${monitor.id}.json">JSON</a>
    </p>
    ${
      monitor.failedSince !== null &&
      html`<p class="note warn">
        Nothing could be read since ${moment(monitor.failedSince)}: ${monitor.error} It is tried
        again.
      </p>`
    }
    ${monitor.changes.length === 0 && html`<p>Nothing has changed so far.</p>`}
    ${monitor.changes.map(dayView)}
    ${
      session !== null &&
      monitor.state !== 'ended' &&
      html`<p class="fine">
          This address is yours alone: here the monitor can be ended. To let others read, give them
          <a href="/m/${monitor.id}">/m/${monitor.id}</a>.
        </p>
        <form method="post" action="/api/subscribe/cancel">
          <input type="hidden" name="session" value="${session}" />
          <button class="second">End it with the month that is paid</button>
        </form>`
    }
    <p class="fine">${UNTRUSTED}</p>`,
})

const dayView = ({ at, changes }: MonitorDay): Html =>
  html`<section class="stack">
    <h2>${moment(at)}</h2>
    <ul>
      ${changes.map(
        ({ path, before, after }) =>
          html`<li>
            <b>${path}</b> ${before !== null && html`<del>${before}</del>`}
            ${after !== null && html`<ins>${after}</ins>`}
          </li>`,
      )}
    </ul>
  </section>`
