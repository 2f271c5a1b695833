import { z } from 'zod'
import { base64, MB } from '../../base/lib/fields.ts'
import { definePack } from './_runtime.ts'

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export default definePack({
  title: 'Image audit',
  tagline: 'What a picture file is, carries and hides: type, size, EXIF, hash, codes.',
  asks: [
    'image audit: type, EXIF, hash and codes of a picture',
    'audit a picture file before I publish it',
  ],
  input: z.object({ image: base64(8 * MB).describe('The picture in base64, at most 8 MB.') }),
  steps: [
    { tool: 'file-type', input: ({ image }) => ({ file: image }) },
    { tool: 'image-info', input: ({ image }) => ({ image }) },
    { tool: 'image-exif', input: ({ image }) => ({ image }) },
    { tool: 'image-hash', input: ({ image }) => ({ image }) },
    { tool: 'barcode-decode', input: ({ image }) => ({ image }) },
  ],
  examples: [{ input: { image: PICTURE } }],
})
