import { createHash } from 'node:crypto'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { fetchFile } from '../_page.ts'

const FILE_BYTES_MAX = 8 * MB

export default defineTool({
  route: 'GET /api/file-fetch',
  name: 'Fetch file',
  description:
    'Download one public file up to 8 MB as base64, with its type and SHA-256, for tools that ' +
    'take file bytes.',
  asks: [
    'download a file from a URL',
    'fetch one binary file by its address',
    'download a file',
    'save a picture from a link',
  ],
  price: '$0.002',
  uses: { web },
  input: z.object({ url: webUrl().describe('Address of the file; redirects are followed.') }),
  output: z.object({
    url: z.url().describe('Address of the file, after redirects.'),
    contentType: z.string().describe('Type that the server sends, or application/octet-stream.'),
    bytes: z.int().describe('Size of the file.'),
    sha256: z.string().describe('SHA-256 of the file, as lower-case hex.'),
    base64: z.string(),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/.well-known/security.txt' },
      output: {
        url: 'https://example.com/.well-known/security.txt',
        contentType: 'text/plain',
        bytes: 67,
        sha256: '2990b685db3b19b904f26a156ac0255542af7301f1e8acde5e7b03fb3e420f54',
        base64:
          'Q29udGFjdDogbWFpbHRvOnNlY3VyaXR5QGV4YW1wbGUuY29tCkV4cGlyZXM6IDIwMjYtMDYtMDFUMDA6MDA6MDBaCg==',
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ url: address }, { web }) {
    const { url, contentType, bytes } = await fetchFile(web, address, { bytesMax: FILE_BYTES_MAX })
    return {
      url,
      contentType: contentType || 'application/octet-stream',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      base64: bytes.toString('base64'),
    }
  },
})
