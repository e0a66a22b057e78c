/** The identifier of an API of the local tenant (`tenant/directory/seed.ts`). */
export const reports = "https://reports.demo.example/";
