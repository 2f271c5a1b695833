import { defineFamily } from '../../base/core/tool.ts'

export default defineFamily({
  title: 'Reports',
  description: 'Finished reports whose every sentence cites what it stands on, word by word.',
})
