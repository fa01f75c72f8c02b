import type { Page } from 'playwright-core'

/** Runs what stands in GraphiQL's open tab; it does nothing before both of its editors are there. */
export async function execute(page: Page): Promise<void> {
  for (const place of ['.graphiql-query-editor', '.graphiql-response'])
    await page.locator(`${place} .monaco-editor`).first().waitFor()
  await page.getByRole('button', { name: /^Execute query/ }).click()
}
