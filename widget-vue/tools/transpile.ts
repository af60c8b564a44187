import ts from 'typescript';

/**
 * Transpiles one module to JavaScript and declarations.
 * @throws Error if an exported type is not annotated, because other files are not read
 */
export function transpile(source: string, fileName: string): { code: string; types: string } {
  const options = {
    fileName,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
    },
  };
  const { outputText: types, diagnostics = [] } = ts.transpileDeclaration(source, options);
  const [problem] = diagnostics;
  if (problem) throw new Error(`${fileName}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`);
  return { code: ts.transpileModule(source, options).outputText, types };
}
