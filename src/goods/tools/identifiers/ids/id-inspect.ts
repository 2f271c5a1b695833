import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { readingsOf } from './_readings.ts'

export default defineTool({
  route: 'GET /api/id-inspect',
  name: 'Identifier inspect',
  description:
    'Tells what kind of identifier a text is (UUID, ULID, KSUID, TypeID, ObjectId, xid, snowflake) and the time in it.',
  asks: [
    'what kind of identifier is this and which time is hidden in it',
    'time inside a snowflake, ULID or KSUID',
    'what kind of id is this',
    'when was this UUID made',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    id: line(200).min(1).describe('The identifier, up to 200 characters.'),
  }),
  output: z.object({
    kind: z.string().describe('uuid, ulid, ksuid, typeid, objectid, xid, snowflake or unknown.'),
    valid: z.boolean().describe('Whether it is well formed for its kind; false if unknown.'),
    timeIso: z
      .string()
      .nullable()
      .describe('Time in the identifier; null if it has none, or if services differ on it.'),
    version: z.int().nullable().describe('Version of a UUID.'),
    variant: z
      .string()
      .nullable()
      .describe('Variant of a UUID: RFC 9562, NCS, Microsoft, future, nil or max.'),
    node: z.string().nullable().describe('Node, machine or process in the identifier, in hex.'),
    sequence: z.int().nullable().describe('Clock sequence or counter.'),
    alternatives: z
      .array(z.string())
      .describe('Other kinds that it may be, with the time for each.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
      output: {
        kind: 'ulid',
        valid: true,
        timeIso: '2016-07-30T23:54:10.259Z',
        version: null,
        variant: null,
        node: null,
        sequence: null,
        alternatives: [],
      },
    },
    {
      at: '2026-01-01T00:00:00Z',
      input: { id: 'c232ab00-9414-11ec-b3c8-9f6bdeced846' },
      output: {
        kind: 'uuid',
        valid: true,
        timeIso: '2022-02-22T19:22:22.000Z',
        version: 1,
        variant: 'RFC 9562',
        node: '9f6bdeced846',
        sequence: 13256,
        alternatives: [],
      },
    },
  ],

  run({ id }, { now }) {
    const [first, ...others] = readingsOf(id, now())
    const { kind = 'unknown', timeIso = null, version = null, variant = null } = first ?? {}
    const {
      node = null,
      sequence = null,
      isWellFormed = first !== undefined,
      also = [],
    } = first ?? {}
    const alternatives = others.map((one) =>
      typeof one.timeIso === 'string' ? `${one.kind}: ${one.timeIso}` : one.kind,
    )
    return {
      kind,
      valid: isWellFormed,
      timeIso,
      version,
      variant,
      node,
      sequence,
      alternatives: [...also, ...alternatives],
    }
  },
})
