import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Data conversion',
  description:
    'JSON, tables, configuration formats and documents, read and converted into each other.',
})
