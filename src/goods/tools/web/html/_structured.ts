import { z } from 'zod'

const objects = () => z.array(z.record(z.string(), z.unknown()))

/** The structured data of a page in answers. */
export const structured = {
  jsonLd: objects().describe('Objects of all blocks, unchanged.'),
  microdata: objects().describe('Items with `type`, `id` and `properties`, as HTML defines it.'),
  types: z.array(z.string()).describe('All types that occur, without https://schema.org/.'),
}
