import { sampleOf } from '../../../selling/catalog/sample.ts'
import type { CallReply, CallRequest } from '../../../base/core/call.ts'
import { notFound } from '../../../base/core/fault.ts'
import type { Tool } from '../../../base/core/tool.ts'
import { listModels } from '../../../capabilities/llm/listing.ts'
import { catalogPage, catalogQuery, catalogResults, hitList } from '../../pages/catalog.ts'
import { connectPage } from '../../pages/connect.ts'
import { homePage } from '../../pages/home.ts'
import { jobPage } from '../../pages/job.ts'
import { modelsPage } from '../../pages/models.ts'
import { notFoundPage } from '../../pages/not-found.ts'
import { documentOf, type Page, type PageSite } from '../../pages/page.ts'
import { statusPage } from '../../pages/status.ts'
import { toolPage, type ToolPage } from '../../pages/tool.ts'
import type { Endpoint, FrontParts, Instance } from '../endpoint.ts'
import type { OperatorAuth } from '../operator-auth.ts'
import { preferredBy } from '../prefers.ts'
import { openAssets } from './assets.ts'
import { cardPages } from './cards.ts'
import { guideFinder } from './guides.ts'
import { monitorPages } from './monitors.ts'
import { openNumbers, callHistory } from './numbers.ts'
import { operatorPages } from './operator/dashboard.ts'
import { receiptPages } from './receipts.ts'
import { pictureEndpoint } from './pictures.ts'
import { isRefusedForm, refusedForm, whyOf } from './refused.ts'
import { asAsked, pageReply } from './reply.ts'
import { routeEndpoint } from './route.ts'
import { securityTxt } from './security.ts'
import { sellerPages } from './sellers.ts'

const LIVE_SECONDS = 10
const STABLE_SECONDS = 300
const HITS = 6
const FOUND = 25
const RELATED = 4
const QUESTIONS = 5
const TOOL_DAYS = 7
const STATUS_DAYS = 28

/** Pages for people, and what a person reads in place of a refusal. */
export interface Pages {
  readonly endpoints: readonly Endpoint[]
  /** The same status and headers with a page for its body; null where a program asked. */
  forPeople(request: CallRequest, reply: CallReply): Promise<CallReply | null> | null
}

export function openPages(parts: FrontParts, instance: Instance, auth: OperatorAuth): Pages {
  const { jobs, inThread } = parts.calls
  const { shop, read, now } = instance
  const { catalog } = shop
  const assets = openAssets()
  const numbers = openNumbers(parts, instance)
  const guides = guideFinder(shop.site.baseUrl)
  const site = async (): Promise<PageSite> => ({ shop, assets: (await assets.all()).version })

  const pageReplyOf = async (page: Page, freshSeconds: number | null) =>
    pageReply({ markup: documentOf(page, await site()), freshSeconds })

  /** A page whose content depends only on the catalog. */
  const fixed = (path: `/${string}`, render: (site: PageSite) => Page): Endpoint => ({
    method: 'GET',
    path,
    handle: async () => pageReplyOf(render(await site()), STABLE_SECONDS),
  })

  async function searched(q: string, k: number): Promise<readonly Tool[]> {
    const { results } = await parts.catalog.find(q, k)
    return results.flatMap(({ slug }) => catalog.bySlug(slug) ?? [])
  }

  async function toolShown(tool: Tool, asked?: Pick<ToolPage, 'values' | 'answered'>) {
    const [{ recordOf }, history, near] = await Promise.all([
      numbers(),
      callHistory(parts, instance, { days: TOOL_DAYS, slug: tool.slug }),
      searched(tool.spec.description.slice(0, 400), RELATED + 1),
    ])
    const related = near.filter((other) => other !== tool).slice(0, RELATED)
    const record = recordOf(tool.slug)
    return toolPage({ tool, record, history, related, ...asked }, await site())
  }

  async function catalogShown(request: CallRequest): Promise<CallReply> {
    const asked = new URLSearchParams(request.query)
    const named = catalogQuery(asked)
    const family = named.family === null ? null : catalog.familyTag(named.family)
    if (family === undefined) throw notFound(`No family is called ${named.family?.slice(0, 40)}.`)
    const query = { ...named, family }
    const at = await site()
    if (asked.get('part') === 'hits') {
      const { markup } = hitList(query.q ? await searched(query.q, HITS) : [], at)
      return pageReply({ markup, freshSeconds: LIVE_SECONDS })
    }
    const found = query.q ? await searched(query.q, FOUND) : null
    const { recordOf } = await numbers()
    const data = { query, found, recordOf }
    if (asked.get('part') !== 'results') return pageReplyOf(catalogPage(data, at), LIVE_SECONDS)
    const { markup } = catalogResults(data, at)
    return pageReply({ markup, freshSeconds: LIVE_SECONDS })
  }

  const shown = { site, show: (page: Page) => pageReplyOf(page, LIVE_SECONDS) }
  const endpoints: readonly Endpoint[] = [
    assets.endpoint,
    pictureEndpoint(shop),
    {
      method: 'GET',
      path: '/',
      async handle() {
        const able = catalog.tools.filter(({ unavailable }) => unavailable === undefined)
        const everyday = able.filter(({ spec }) => spec.everyday === true)
        const some = everyday.length > 0 ? everyday : able
        const questions = some.flatMap(({ spec }) => spec.asks?.[0] ?? []).slice(0, QUESTIONS)
        const sample = catalog.bySlug(sampleOf(able)?.slug ?? '') ?? some[0]
        const { home } = await numbers()
        const page = homePage({ numbers: home, sample, questions }, await site())
        return pageReplyOf(page, LIVE_SECONDS)
      },
    },
    { method: 'GET', path: '/tools', handle: catalogShown },
    {
      method: 'GET',
      path: '/tools/:slug',
      async handle(_request, { slug = '' }) {
        const tool = catalog.bySlug(slug)
        if (!tool)
          throw notFound(`No tool is called ${slug.slice(0, 60)}. Find one at /api/find?q=...`)
        return pageReplyOf(await toolShown(tool), STABLE_SECONDS)
      },
    },
    ...cardPages(parts, instance, { styles: assets.styles, site }),
    ...monitorPages(parts, instance, site),
    ...receiptPages(parts, site),
    securityTxt(instance),
    fixed('/connect', connectPage),
    fixed('/models', (at) => modelsPage({ models: listModels(read) ?? [] }, at)),
    {
      method: 'GET',
      path: '/jobs/:id',
      async handle(_request, { id = '' }) {
        if (!(await jobs.find(id)))
          throw notFound('No such job: its link is wrong, or older than one hour.')
        return pageReplyOf(jobPage(id), null)
      },
    },
    ...sellerPages(parts, instance, shown),
    routeEndpoint(parts, instance, shown),
    {
      method: 'GET',
      path: '/status',
      async handle() {
        const [{ all, byTool }, history] = await Promise.all([
          numbers(),
          callHistory(parts, instance, { days: STATUS_DAYS }),
        ])
        const networks = parts.payments
          .networkStatuses()
          .map(({ name, trouble }) => ({ name, trouble }))
        const data = { asOf: new Date(now()).toISOString(), all, byTool, history, networks }
        return pageReplyOf(statusPage(data, await site()), LIVE_SECONDS)
      },
    },
    ...operatorPages(parts, instance, { auth, site, numbers }),
    ...guides.endpoints((page) => pageReplyOf(page, STABLE_SECONDS)),
  ]

  const forPeople: Pages['forPeople'] = (request, reply) =>
    isForPeople(request, reply) ? pageInPlaceOf(request, reply).then(finished(request)) : null

  /** Compressed for clients that accept it. */
  const finished = (request: CallRequest) => async (page: CallReply | null) =>
    page && asAsked(page, request, inThread)

  async function pageInPlaceOf(request: CallRequest, reply: CallReply): Promise<CallReply | null> {
    const { status, headers } = reply
    if (request.method === 'POST') return refusedForm(request, reply, await site())
    const here = catalog.byPath(request.path)
    const tool = status === 402 ? here?.get('GET') : status === 405 ? here?.get('POST') : undefined
    if (status === 402 && !tool) return null
    const values = Object.fromEntries(new URLSearchParams(request.query))
    const page = tool
      ? await toolShown(tool, { values, answered: `${status}: ${whyOf(reply)}` })
      : notFoundPage(request.path, whyOf(reply), await site())
    const markup = documentOf(page, await site())
    return pageReply({ markup, status, freshSeconds: null, headers })
  }

  const negotiated = endpoints.map((endpoint): Endpoint => ({
    ...endpoint,
    handle: async (request, params, input) =>
      asAsked(await endpoint.handle(request, params, input), request, inThread),
  }))
  return { endpoints: negotiated, forPeople }
}

/** Behind these, programs ask: errors are JSON to all but browsers. */
const OF_PROGRAMS = /^\/(?:api|v1|a2a|mcp)(?:\/|$)/

/** Of a `GET`: nothing is here, or nothing that a browser can open. */
const MISSING: ReadonlySet<number> = new Set([404, 405])

/** A client that asks for Markdown gets a missing page and a quote as Markdown too. */
function isForPeople(request: CallRequest, reply: CallReply): boolean {
  const preferred = preferredBy(request)
  const isMissing = request.method === 'GET' && MISSING.has(reply.status)
  if (preferred === 'markdown') return isMissing && !OF_PROGRAMS.test(request.path)
  const isUnpaid = request.method === 'GET' && reply.status === 402
  return preferred === 'html' && (isRefusedForm(request, reply) || isUnpaid || isMissing)
}
