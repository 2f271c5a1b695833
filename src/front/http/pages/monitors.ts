import type { CallReply, CallRequest } from '../../../base/core/call.ts'
import { notFound } from '../../../base/core/fault.ts'
import { formatCents } from '../../../base/core/money.ts'
import { isoTime } from '../../../base/lib/iso-time.ts'
import { escapedMarkup } from '../../../base/lib/escaped-markup.ts'
import { xmlText } from '../../../engines/formats/xml-characters.ts'
import { monitorIdOf } from '../../../capabilities/monitors/monitors.ts'
import { WATCHES } from '../../../capabilities/monitors/watches.ts'
import { documentOf, type Page, type PageSite } from '../../pages/page.ts'
import {
  monitorPage,
  monitorsPage,
  type MonitorData,
  type MonitorDay,
} from '../../pages/monitors.ts'
import type { Monitor } from '../../../stores/monitors.ts'
import { UNTRUSTED } from '../../pages/components.ts'
import { ok, type Endpoint, type FrontParts, type Instance } from '../endpoint.ts'
import { pageReply, PRIVATE } from './reply.ts'

const FRESH_SECONDS = 60

/** What is watched, for people, programs and readers of feeds. */
export function monitorPages(
  { checkout: { cards, monitors } }: Pick<FrontParts, 'checkout'>,
  { shop }: Pick<Instance, 'shop'>,
  site: () => Promise<PageSite>,
): readonly Endpoint[] {
  const { store } = monitors
  const { baseUrl } = shop.site

  async function pageReplyOf(page: Page, isPrivate: boolean): Promise<CallReply> {
    const markup = documentOf(page, await site())
    const headers = isPrivate ? PRIVATE : []
    const freshSeconds = isPrivate ? null : FRESH_SECONDS
    return pageReply({ markup, freshSeconds, headers, leadsToCards: true })
  }

  async function dataOf(monitor: Monitor): Promise<MonitorData> {
    const { id, product, target, state, looks, looked, due, failedSince, error } = monitor
    const rows = await store.changes(id)
    return {
      id,
      name: WATCHES[product]?.name ?? product,
      target,
      state,
      looksLeft: looks,
      lookedAt: isoTime(looked),
      nextAt: state === 'active' ? isoTime(due) : null,
      failedSince: isoTime(failedSince),
      error,
      changes: rows.map(({ at, changes }) => ({
        at: isoTime(at) ?? '',
        changes: JSON.parse(changes) as MonitorDay['changes'],
      })),
    }
  }

  /**
   * Stripe redirects the buyer back with the session id, which only the buyer has: that page can
   * end the monitor.
   */
  async function bySession(request: CallRequest, session: string): Promise<CallReply> {
    const { order } = await cards.view(session, request.client)
    if (order?.kind !== 'monitor') throw notFound('No such monitor.')
    const monitor = await store.find(monitorIdOf(order.id))
    if (!monitor) throw notFound('The payment has not arrived yet. Load this page again.')
    return pageReplyOf(monitorPage(await dataOf(monitor), session), true)
  }

  async function one(request: CallRequest, name: string): Promise<CallReply> {
    await cards.admitLook(request.client)
    const [, id = '', kind = 'html'] = /^([0-9a-f]{32})(?:\.(json|atom))?$/.exec(name) ?? []
    const monitor = id ? await store.find(id) : null
    if (!monitor) throw notFound('No such monitor.')
    const data = await dataOf(monitor)
    if (kind === 'json') return ok({ ...data, untrustedContent: true }, PRIVATE)
    if (kind === 'atom') return feed(data, `${baseUrl}/m/${id}`)
    return pageReplyOf(monitorPage(data, null), true)
  }

  return [
    {
      method: 'GET',
      path: '/monitors',
      handle: () => {
        const { closed, monitorPrice, priceByCard } = cards
        const price = formatCents(priceByCard(monitorPrice))
        const watches = Object.entries(WATCHES).map(([product, watch]) => ({ product, ...watch }))
        return pageReplyOf(monitorsPage({ closed, price, watches }), false)
      },
    },
    {
      method: 'GET',
      path: '/m/:id',
      handle: (request, { id = '' }) =>
        id.startsWith('cs_') ? bySession(request, id) : one(request, id),
    },
  ]
}

/** The changes as Atom, for readers of feeds. */
function feed({ name, target, lookedAt, changes }: MonitorData, url: string): CallReply {
  const entries = changes.map(({ at, changes: all }) => {
    const lines = all.map(
      ({ path, before, after }) => `${path}: ${before ?? '-'} → ${after ?? '-'}`,
    )
    return `<entry><id>${url}#${at}</id><title>${all.length} changed</title><updated>${at}</updated><link href="${url}"/><content type="text">${escapedMarkup(xmlText(lines.join('\n')))}</content></entry>`
  })
  const updated = changes[0]?.at ?? lookedAt ?? new Date(0).toISOString()
  const title = escapedMarkup(xmlText(`${name}: ${target}`))
  const xml = `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${url}</id><title>${title}</title><updated>${updated}</updated><subtitle>${UNTRUSTED}</subtitle><category term="untrusted-content"/><author><name>Farebox</name></author><link rel="self" href="${url}.atom"/>${entries.join('')}</feed>\n`
  return {
    status: 200,
    headers: PRIVATE,
    body: {
      kind: 'binary',
      contentType: 'application/atom+xml; charset=utf-8',
      bytes: Buffer.from(xml),
    },
  }
}
