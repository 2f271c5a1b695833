import type { CallReply, CallRequest, HeaderPair } from '../../../../base/core/call.ts'
import { Fault, notFound } from '../../../../base/core/fault.ts'
import { dashboardPage, signInPage, type EarnedRow } from '../../../pages/operator/dashboard.ts'
import type { SourceRow } from '../../../pages/operator/sources.ts'
import { documentOf, type Page, type PageSite } from '../../../pages/page.ts'
import type { ToolTotals } from '../../../../stores/sales.ts'
import { formFields, isForm } from '../../_forms.ts'
import type { Endpoint, FrontParts, Instance } from '../../endpoint.ts'
import { HOUR_MS } from '../../../../base/core/milliseconds.ts'
import type { OperatorAuth } from '../../operator-auth.ts'
import type { PageNumbers } from '../numbers.ts'
import { pageReply, PRIVATE } from '../reply.ts'
import { callPages } from './calls.ts'
import { checkPages } from './check.ts'
import { moneyPages } from './money.ts'
import { csvFile, type OperatorPages } from './shared.ts'
import { sourcePages, sourcesOf } from './sources.ts'
import { toolPages } from './tools.ts'

interface DeskParts {
  readonly auth: OperatorAuth
  site(): Promise<PageSite>
  numbers(): Promise<PageNumbers>
}

/**
 * The dashboard of the operator: a form that takes the token, and what only the operator may see.
 */
export function operatorPages(
  parts: FrontParts,
  instance: Instance,
  { auth, site, numbers }: DeskParts,
): readonly Endpoint[] {
  const { stores } = parts.ground
  const { shop, now } = instance

  async function pageReplyOf(page: Page, status = 200): Promise<CallReply> {
    const markup = documentOf(page, await site())
    return pageReply({ markup, status, freshSeconds: null, headers: PRIVATE })
  }

  async function dashboard(): Promise<Page> {
    const [sources, totals, lastDay, unresolved, keys, known] = await Promise.all([
      sourcesOf(parts, instance),
      stores.sales.totals(),
      stores.sales.since(Math.floor(now() / HOUR_MS) - 24),
      stores.payments.unresolved(now()),
      stores.credits.list(),
      numbers(),
    ])
    const { all, byTool: records } = known
    return dashboardPage(
      {
        asOf: new Date(now()).toISOString(),
        failingSources: sources.filter((source) => isFailing(source, now())),
        networks: parts.payments.networkStatuses(),
        unresolved,
        unavailable: shop.catalog.tools.flatMap(({ slug, unavailable: why }) =>
          why === undefined ? [] : [{ slug, why }],
        ),
        lastDay,
        byTool: summed(totals, 'slug'),
        byRail: summed(totals, 'rail'),
        all,
        failing: records
          .filter(({ answered }) => answered !== null && answered < 1)
          .toSorted((a, b) => (a.answered ?? 1) - (b.answered ?? 1)),
        keys: keys.map(({ disabled, ...key }) => ({ ...key, isDisabled: disabled })),
      },
      await site(),
    )
  }

  /** Requires a sign-in: other requests are redirected to the form, or get a 404. */
  const inside =
    (handle: (request: CallRequest) => Promise<CallReply>): Endpoint['handle'] =>
    async (request) => {
      if (!auth.isOpen) throw notFound('Not found: OPERATOR_TOKEN is not set.')
      if (!auth.isSignedIn(request)) return toDashboard()
      return handle(request)
    }

  const shared: OperatorPages = {
    inside,
    show: pageReplyOf,
    formOf,
    to: (path) => toDashboard([], path),
  }

  async function signIn(request: CallRequest): Promise<CallReply> {
    const { token = '' } = await formOf(request)
    try {
      return toDashboard([['set-cookie', await auth.signIn(request, token)]])
    } catch (thrown) {
      const fault = Fault.from(thrown)
      if (fault.code !== 'unauthorized' && fault.code !== 'rate_limited') throw thrown
      const problem = fault.code === 'unauthorized' ? 'This is not the token.' : fault.message
      return pageReplyOf(signInPage(problem), fault.code === 'unauthorized' ? 401 : 429)
    }
  }

  return [
    {
      method: 'GET',
      path: '/operator',
      async handle(request) {
        if (!auth.isOpen) throw notFound('Not found: OPERATOR_TOKEN is not set.')
        return pageReplyOf(auth.isSignedIn(request) ? await dashboard() : signInPage(null))
      },
    },
    { method: 'POST', path: '/operator', handle: signIn },
    {
      method: 'POST',
      path: '/operator/sign-out',
      handle: inside(async () => toDashboard([['set-cookie', auth.signOut]])),
    },
    {
      method: 'POST',
      path: '/operator/keys',
      handle: inside(async (request) => {
        const { keyId = '', disabled } = await formOf(request)
        const isKnown = await stores.credits.setDisabled(keyId, disabled === 'true')
        if (!isKnown) throw notFound('keyId: no credits key has that id.')
        return toDashboard()
      }),
    },
    ...toolPages(parts, instance, shared),
    ...moneyPages(parts, instance, shared),
    ...callPages(parts, shared),
    ...sourcePages(parts, instance, shared),
    ...checkPages(parts, instance, shared),
    {
      method: 'GET',
      path: '/operator/sales.csv',
      handle: inside(async () => salesFile(await stores.sales.totals())),
    },
  ]
}

const LATELY_HOURS = 2
const ASKED_MIN = 4

/** Lately, it failed more often than it answered. */
function isFailing({ hours }: SourceRow, at: number): boolean {
  const lately = hours.filter(({ hour }) => hour > Math.floor(at / HOUR_MS) - LATELY_HOURS)
  const asked = lately.reduce((sum, each) => sum + each.asked, 0)
  const failed = lately.reduce((sum, each) => sum + each.failed, 0)
  return asked >= ASKED_MIN && failed * 2 > asked
}

/** A form of the dashboard; another site cannot send one with the cookie. */
async function formOf(request: CallRequest): Promise<Readonly<Record<string, string>>> {
  if (!isForm(request)) throw new Fault('bad_input', 'Send the form of /operator.')
  const fields = formFields(await request.text())
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

const toDashboard = (headers: readonly HeaderPair[] = [], path = '/operator'): CallReply => ({
  status: 303,
  headers: [['location', path], ...PRIVATE, ...headers],
  body: { kind: 'binary', contentType: 'text/plain; charset=utf-8', bytes: new Uint8Array() },
})

function summed(totals: readonly ToolTotals[], by: 'slug' | 'rail'): readonly EarnedRow[] {
  return [...Map.groupBy(totals, (row) => row[by])]
    .map(([name, rows]) => ({
      name,
      calls: rows.reduce((sum, { calls }) => sum + calls, 0),
      revenue: rows.reduce((sum, { revenue }) => sum + revenue, 0),
    }))
    .toSorted((a, b) => b.revenue - a.revenue || b.calls - a.calls)
}

const salesFile = (totals: readonly ToolTotals[]): CallReply =>
  csvFile('sales.csv', [
    ['tool', 'rail', 'calls', 'usd'],
    ...totals.map(({ slug, rail, calls, revenue }) => [
      slug,
      rail,
      calls,
      (revenue / 1e6).toFixed(6),
    ]),
  ])
