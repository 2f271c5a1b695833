import { z } from 'zod'

const objects = () => z.array(z.record(z.string(), z.unknown()))

/** What is answered of the structured data of a page. */
export const structured = {
  jsonLd: objects().describe('The objects of all blocks, as they are.'),
  microdata: objects().describe('Items with `type`, `id` and `properties`, as HTML defines it.'),
  types: z.array(z.string()).describe('Every type that occurs, without https://schema.org/.'),
}
