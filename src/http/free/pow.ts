import type { Limit } from '../../call/limits.ts'
import type { Strain } from '../../call/strain.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { badInput, notFound } from '../../core/fault.ts'
import { takesWork } from '../../core/tool.ts'
import type { PowRail } from '../../payments/pow.ts'
import { ok, type Endpoint } from '../endpoint.ts'

export const powEndpoint = (
  catalog: Catalog,
  pow: PowRail,
  challenges: Limit,
  strain: Pick<Strain, 'workBitsOf'>,
): Endpoint => ({
  method: 'GET',
  path: '/api/pow/challenge',
  async handle(request) {
    const slug = new URLSearchParams(request.query).get('slug')
    if (!slug) throw badInput('slug: is required: the tool that the proof of work is to pay for.')
    const tool = catalog.bySlug(slug)
    if (!tool) throw notFound(`No tool is called ${slug}. Find one at /api/find?q=...`)
    if (!takesWork(tool)) throw notFound(`${slug} is not payable by proof of work.`)
    await challenges.take(request.client)
    return ok(pow.issue(tool, await strain.workBitsOf(request.client)))
  },
})
