{{/* The Secret and key of a service's variable, as YAML. Takes: root, name, variable. */}}
{{- define "venue-booking.secretRef" -}}
{{- $values := .root.Values }}
{{- $ref := get ($values.secretRefs | default dict) .variable | default dict }}
{{- if eq .variable "DATABASE_URL" }}{{ $ref = get ($values.databaseSecretRefs | default dict) .name | default $ref }}{{ end }}
{{- $of := $values.existingSecret }}
{{- if $values.devBackings.enabled }}{{ $of = printf "%s-dev" (include "venue-booking.fullname" .root) }}{{ end -}}
name: {{ $ref.name | default $of }}
key: {{ $ref.key | default .variable }}
{{- end }}

{{/* The same for the DATABASE_URL of a service's migrations. Takes: root, name. */}}
{{- define "venue-booking.migrationsSecretRef" -}}
{{- $migrations := .root.Values.migrations }}
{{- $ref := get ($migrations.databaseSecretRefs | default dict) .name | default $migrations.databaseSecretRef }}
{{- if $ref -}}
name: {{ $ref.name }}
key: {{ $ref.key | default "DATABASE_URL" }}
{{- else }}
{{- include "venue-booking.secretRef" (dict "root" .root "name" .name "variable" "DATABASE_URL") }}
{{- end }}
{{- end }}

{{/* The secret variables of a service, as a YAML list in `variables`. Takes: root, service. */}}
{{- define "venue-booking.secretVariables" -}}
{{- $variables := .service.secrets | default list }}
{{- range $switch, $more := .service.optional }}
{{- if (get $.root.Values $switch).enabled }}{{ $variables = concat $variables $more.secrets }}{{ end }}
{{- end -}}
variables: {{ $variables | toJson }}
{{- end }}

{{/*
The versions, never the contents, of the Secrets and the ConfigMap that a service reads. As an annotation they make an upgrade restart the pods
after a change. Empty without access to a cluster, and with devBackings, whose Secret never changes. Takes: root, name, service.
*/}}
{{- define "venue-booking.secretsVersion" -}}
{{- $root := .root }}
{{- if not $root.Values.devBackings.enabled }}
{{- $name := .name }}
{{- $names := list }}
{{- range (include "venue-booking.secretVariables" . | fromYaml).variables }}
{{- $names = append $names (include "venue-booking.secretRef" (dict "root" $root "name" $name "variable" .) | fromYaml).name }}
{{- end }}
{{- $versions := list }}
{{- range $names | compact | uniq | sortAlpha }}
{{- with lookup "v1" "Secret" $root.Release.Namespace . }}{{ $versions = append $versions .metadata.resourceVersion }}{{ end }}
{{- end }}
{{- range $kind, $of := dict "ConfigMap" $root.Values.extraCaCerts.configMap "Secret" $root.Values.extraCaCerts.secret }}
{{- /* Without a name, lookup returns all objects. */}}
{{- if and $of (ne $name "widget") }}
{{- with lookup "v1" $kind $root.Release.Namespace $of }}{{ $versions = append $versions .metadata.resourceVersion }}{{ end }}
{{- end }}
{{- end }}
{{- join "," $versions }}
{{- end }}
{{- end }}

{{/* Additional variables (extraEnv) of every Node.js container. */}}
{{- define "venue-booking.extraEnv" -}}
{{- range $name, $value := .Values.extraEnv }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{/* The environment variables of a service. Takes: root, name, service. */}}
{{- define "venue-booking.env" -}}
{{- $values := .root.Values -}}
- name: HOST
  value: {{ $values.host | quote }}
{{- range $name, $port := .service.ports }}
- name: {{ get (dict "http" "PORT" "health" "HEALTH_PORT") $name }}
  value: {{ $port | quote }}
{{- end }}
{{- $behindProxy := or $values.ingress.enabled $values.httpRoute.enabled }}
{{- $settings := dict "PUBLIC_URL" $values.publicUrl "WIDGET_URL" $values.widgetUrl "BASE_DOMAIN" $values.baseDomain "TRUST_PROXY" (ternary "1" "" $behindProxy) "SHUTDOWN_DELAY_MS" (mul 1000 $values.shutdownDelaySeconds) "MIGRATE_AT_START" (ternary "false" "true" $values.migrations.job.enabled) }}
{{- range $name, $value := $values.settings }}{{ $_ := set $settings $name $value }}{{ end }}
{{- range .service.settings }}
{{- $value := get $settings . }}
{{- /* Helm would write a large whole number as 3.6e+06. */}}
{{- if and (kindIs "float64" $value) (eq $value (floor $value)) }}{{ $value = int64 $value }}{{ end }}
{{- if not (has (toString $value) (list "" "<nil>")) }}
- name: {{ . }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}
{{- with include "venue-booking.extraCaCerts" (dict "root" .root "component" .name) }}
- name: NODE_EXTRA_CA_CERTS
  value: {{ . }}
{{- end }}
{{- if ne .name "widget" }}
{{- include "venue-booking.extraEnv" .root }}
{{- end }}
{{- $of := dict "root" .root "name" .name }}
{{- range (include "venue-booking.secretVariables" . | fromYaml).variables }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      {{- include "venue-booking.secretRef" (set $of "variable" .) | nindent 6 }}
{{- end }}
{{- end }}
