import { z } from 'zod'

/** Members by which metadata of a token is known: ERC-721, ERC-1155, and what markets add. */
const MEMBERS = [
  'name',
  'description',
  'image',
  'image_data',
  'image_url',
  'animation_url',
  'external_url',
  'attributes',
  'properties',
]

export const TokenMetadata = z
  .record(z.string(), z.unknown())
  .refine((given) => MEMBERS.some((name) => Object.hasOwn(given, name)), {
    error: 'is no metadata of a token',
  })
