import { standIn } from './define.ts'

/** As https://developers.ashbyhq.com/docs/public-job-posting-api shows a board. */
const JOB = {
  title: 'Product Designer',
  location: 'Houston, TX',
  department: 'Product',
  team: 'Growth',
  isListed: true,
  isRemote: true,
  descriptionHtml: '<p>Join us</p>',
  publishedAt: '2025-12-30T16:21:55.393+00:00',
  employmentType: 'FullTime',
  jobUrl: 'https://jobs.ashbyhq.com/novaworks/1',
  applyUrl: 'https://jobs.ashbyhq.com/novaworks/1/application',
}

export default standIn({
  at: 'UPSTREAM_ASHBY_URL',
  answer: ({ path }) =>
    path === '/posting-api/job-board/novaworks'
      ? { apiVersion: '1', jobs: [JOB, { ...JOB, title: 'Hidden', isListed: false }] }
      : new Response('Not Found', { status: 404 }),
})
