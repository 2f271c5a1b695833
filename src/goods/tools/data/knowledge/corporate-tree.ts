import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { gleif, type LeiRecord } from '../../../../capabilities/upstreams/gleif.ts'
import { leiField } from './_lei.ts'

/** Each entity takes one request. */
const LOOKED_AT_MAX = 25
const ENTITIES_MAX = 1_000

const Entity = z.object({
  lei: z.string(),
  name: z.string(),
  jurisdiction: z.string().nullable().describe('Jurisdiction, ISO 3166.'),
  status: z.string().nullable().describe('ACTIVE or INACTIVE.'),
})

export default defineTool({
  route: 'GET /api/corporate-tree',
  name: 'Corporate tree',
  description:
    'Parents and subsidiaries of a legal entity by its LEI: who consolidates whose accounts (GLEIF).',
  asks: [
    'which subsidiaries does a legal entity have',
    'ultimate parent of a subsidiary by LEI',
    'who is the parent company',
    'subsidiaries of a group',
    'ultimate owner',
  ],
  price: '$0.002',
  uses: { gleif },
  input: z.object({
    lei: leiField().describe('Legal Entity Identifier of 20 characters; lei-lookup finds it.'),
    depth: z.int().min(1).max(3).default(2).describe('Levels of subsidiaries, 1 to 3.'),
  }),
  output: z.object({
    lei: z.string(),
    name: z.string(),
    directParent: Entity.nullable(),
    ultimateParent: Entity.nullable(),
    children: z
      .array(
        Entity.extend({
          relation: z.enum(['direct', 'indirect']),
          parentLei: z.string().describe('LEI of its direct parent.'),
        }),
      )
      .describe('Subsidiaries level by level, at most 1,000.'),
    exceptions: z
      .array(z.string())
      .describe('Why no parent is given, such as direct-parent: NO_KNOWN_PERSON.'),
    count: z.int().describe('Number of `children`.'),
    complete: z
      .boolean()
      .describe('Whether no level was cut short. Unreported subsidiaries are unknown.'),
  }),
  examples: [
    {
      input: { lei: '529900S21EQ1BO4ESM68' },
      at: '2026-01-01T00:00:00Z',
      output: {
        lei: '529900S21EQ1BO4ESM68',
        name: 'Daughter GmbH',
        directParent: {
          lei: '7LTWFZYICNSX8D621K86',
          name: 'DEUTSCHE BANK AKTIENGESELLSCHAFT',
          jurisdiction: 'DE',
          status: 'ACTIVE',
        },
        ultimateParent: {
          lei: '7LTWFZYICNSX8D621K86',
          name: 'DEUTSCHE BANK AKTIENGESELLSCHAFT',
          jurisdiction: 'DE',
          status: 'ACTIVE',
        },
        children: [
          {
            lei: '5493001KJTIIGC8Y1R12',
            name: 'Granddaughter Ltd',
            jurisdiction: 'GB',
            status: 'INACTIVE',
            relation: 'direct',
            parentLei: '529900S21EQ1BO4ESM68',
          },
        ],
        exceptions: [],
        count: 1,
        complete: true,
        source: 'GLEIF',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { lei: '7LTWFZYICNSX8D621K86', depth: 2 } },
  ],

  async run({ lei, depth }, { gleif }) {
    const record = await gleif.byLei(lei)
    const [direct, ultimate] = await Promise.all([
      gleif.ownerOf(lei, 'direct-parent'),
      gleif.ownerOf(lei, 'ultimate-parent'),
    ])
    const reasons = await Promise.all([
      direct ? null : gleif.exceptionOf(lei, 'direct-parent'),
      ultimate ? null : gleif.exceptionOf(lei, 'ultimate-parent'),
    ])
    const [directReason, ultimateReason] = reasons
    const { children, complete } = await below(lei, depth, gleif.childrenOf)
    return {
      lei,
      name: record.attributes.entity.legalName.name,
      directParent: direct && entityOf(direct),
      ultimateParent: ultimate && entityOf(ultimate),
      children,
      exceptions: [
        ...(directReason ? [`direct-parent: ${directReason}`] : []),
        ...(ultimateReason ? [`ultimate-parent: ${ultimateReason}`] : []),
      ],
      count: children.length,
      complete,
    }
  },
})

type Below = ReturnType<typeof entityOf> & {
  readonly relation: 'direct' | 'indirect'
  readonly parentLei: string
}

type ChildrenOf = (lei: string) => Promise<{
  readonly children: readonly LeiRecord[]
  readonly isWhole: boolean
}>

/** Ownership may be circular, so each entity is visited once. */
async function below(top: string, depth: number, childrenOf: ChildrenOf) {
  const found = new Map<string, Below>()
  let complete = true
  let level = [top]
  let lookedAt = 0
  for (let at = 1; at <= depth && level.length > 0; at += 1) {
    const looked = level.slice(0, LOOKED_AT_MAX - lookedAt)
    complete &&= looked.length === level.length
    lookedAt += looked.length
    const answers = await Promise.all(
      looked.map(async (parentLei) => ({ parentLei, ...(await childrenOf(parentLei)) })),
    )
    const next: string[] = []
    for (const { parentLei, children, isWhole } of answers) {
      complete &&= isWhole
      for (const child of children) {
        const entity = entityOf(child)
        if (entity.lei === top || found.has(entity.lei)) continue
        found.set(entity.lei, { ...entity, relation: at === 1 ? 'direct' : 'indirect', parentLei })
        next.push(entity.lei)
      }
    }
    level = next
  }
  complete &&= found.size <= ENTITIES_MAX
  return { children: [...found.values()].slice(0, ENTITIES_MAX), complete }
}

const entityOf = ({ attributes: { lei, entity } }: LeiRecord) => ({
  lei,
  name: entity.legalName.name,
  jurisdiction: entity.jurisdiction ?? null,
  status: entity.status ?? null,
})
