import base from "./vitest.config.ts";
export default (env: any) => { const c: any = (base as any)(env); c.test.setupFiles = ["/tmp/a/prof-setup.ts"]; return c; };
