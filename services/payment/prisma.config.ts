import { defineConfig } from 'prisma/config';

// For the prisma command line only; the service itself gets its address through env.ts.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: `${process.env.DATABASE_URL ?? ''}?schema=payment` },
});
