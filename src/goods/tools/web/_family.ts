import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Web and documents',
  description: 'Searching the web, and reading its pages, feeds, images and documents.',
})
