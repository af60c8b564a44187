import ts from 'typescript';

/**
 * A module of ours as JavaScript and as declarations, each file by itself.
 * @throws Error when a type is not written out, as nothing else of the program is looked at
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
