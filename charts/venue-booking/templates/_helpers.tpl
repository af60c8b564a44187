{{/* The services that the templates range over, with what is known of each. */}}
{{- define "venue-booking.services" -}}
{{ .Files.Get "files/services.yaml" }}
{{- end }}

{{- define "venue-booking.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Labels that find the pods of the release, and with a component those of one service. Takes: root, component. */}}
{{- define "venue-booking.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{/* All labels of an object. Takes: root, component. */}}
{{- define "venue-booking.labels" -}}
{{ include "venue-booking.selector" . }}
app.kubernetes.io/part-of: venue-booking
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{/* Name and labels of an object of one service, or of the release. Takes: root, component. */}}
{{- define "venue-booking.metadata" -}}
name: {{ include "venue-booking.fullname" .root }}{{ with .component }}-{{ . }}{{ end }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "venue-booking.labels" . | nindent 2 }}
{{- end }}

{{/* The fewest pods that a service runs with. */}}
{{- define "venue-booking.fewest" -}}
{{ if .autoscaling.enabled }}{{ .autoscaling.minReplicas }}{{ else }}{{ .replicas }}{{ end }}
{{- end }}

{{/* That an object is a hook of helm's, gone once it has done, or if kept before the next. Takes: when, weight, kept. */}}
{{- define "venue-booking.hook" -}}
helm.sh/hook: {{ .when }}
helm.sh/hook-weight: {{ .weight | quote }}
helm.sh/hook-delete-policy: before-hook-creation{{ if not .kept }},hook-succeeded{{ end }}
{{- end }}

{{/*
How many pods a Deployment is to have, as a line of its spec. Once it scales by itself that is the number that it has: a
field that helm wrote and then leaves out is set back to Kubernetes' default of one pod. Where helm applies on the
server and somebody else wrote the number last, it is theirs and left out, as it then stays and would conflict
otherwise. See docs/decisions/0021. Takes: root, component, values.
*/}}
{{- define "venue-booking.replicas" -}}
{{- if not .values.autoscaling.enabled }}
replicas: {{ .values.replicas }}
{{- else }}
{{- $name := printf "%s-%s" (include "venue-booking.fullname" .root) .component }}
{{- with lookup "apps/v1" "Deployment" .root.Release.Namespace $name }}
{{- $onServer := false }}
{{- $theirs := false }}
{{- range .metadata.managedFields }}
{{- $spec := index (.fieldsV1 | default dict) "f:spec" | default dict }}
{{- $applied := eq .operation "Apply" }}
{{- if and $applied (hasKey $spec "f:template") }}{{ $onServer = true }}{{ end }}
{{- if and (not $applied) (hasKey $spec "f:replicas") }}{{ $theirs = true }}{{ end }}
{{- end }}
{{- if not (and $onServer $theirs) }}
replicas: {{ .spec.replicas }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* What the guests' and venues' addresses are, as a YAML list in `hosts`. */}}
{{- define "venue-booking.hosts" -}}
{{- $hosts := list (urlParse .Values.publicUrl).hostname }}
{{- with .Values.baseDomain }}{{ $hosts = append $hosts (printf "*.%s" .) }}{{ end }}
hosts:
  {{- concat $hosts .Values.customDomains | uniq | toYaml | nindent 2 }}
{{- end }}

{{/* Whether there are monitors of Prometheus' operator, or nothing. */}}
{{- define "venue-booking.monitors" -}}
{{- if and .Values.monitoring.enabled (.Capabilities.APIVersions.Has "monitoring.coreos.com/v1") }}yes{{ end }}
{{- end }}
